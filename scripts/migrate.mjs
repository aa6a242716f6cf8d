// Migrates the database schema, and exits: `npm run migrate`.
import { runBuilt } from "./lib/run-built.mjs";

await runBuilt("migrate");
