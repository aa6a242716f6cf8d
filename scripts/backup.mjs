// Saves the shop into one file, also while it runs: `npm run backup -- FILE`.
import { runBuilt } from "./lib/run-built.mjs";

await runBuilt("backup");
