// Fills a new index of the search engine and makes it the current one: `npm run search:rebuild`.
import { runBuilt } from "./lib/run-built.mjs";

await runBuilt("search-rebuild");
