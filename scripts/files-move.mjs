// Copies the files of the data folder into the bucket: `npm run files:move`, back with `-- --back`.
import { runBuilt } from "./lib/run-built.mjs";

await runBuilt("files-move");
