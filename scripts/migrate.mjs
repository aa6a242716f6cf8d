// Brings the schema of the database forward, and ends: `npm run migrate`.
import { runBuilt } from "./lib/run-built.mjs";

await runBuilt("migrate");
