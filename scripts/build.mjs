// `npm run build`: builds what `npm start` serves, which then knows that it is current.
import { build } from "./lib/build.mjs";

process.exitCode = await build();
