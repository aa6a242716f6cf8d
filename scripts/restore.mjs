// Restores a backup into an empty shop: `npm run restore -- FILE`.
import { runBuilt } from "./lib/run-built.mjs";

await runBuilt("restore");
