// Copies the files of the data folder into the bucket: `npm run files:move`, back with `-- --back`.
// `-- --remove-gone`, for the last run: removes there what the shop has deleted since the first.
import { runBuilt } from "./lib/run-built.mjs";

await runBuilt("files-move");
