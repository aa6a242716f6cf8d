// Reports what a marketplace API lacks for this web app: `npm run check:api --
// https://backend.example/api`.
import { runBuilt } from "./lib/run-built.mjs";

await runBuilt("check-api");
