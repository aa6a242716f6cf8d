// `npm run build`: builds what `npm start` serves, and records that the build is current.
import { build } from "./lib/build.mjs";

process.exitCode = await build();
