// Copies the files of the data folder to the bucket: `npm run files:move`, back with `-- --back`.
// `-- --remove-gone`, for the last run: also removes from the target what the shop has deleted
// since the first run.
import { runBuilt } from "./lib/run-built.mjs";

await runBuilt("files-move");
