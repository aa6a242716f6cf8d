// Adds or removes staff accounts, and refunds: `npm run staff -- add name@example.com`.
import { runBuilt } from "./lib/run-built.mjs";

await runBuilt("staff");
