// Saves the shop to one file, even while it is running: `npm run backup -- FILE`.
import { runBuilt } from "./lib/run-built.mjs";

await runBuilt("backup");
