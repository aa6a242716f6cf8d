// Deletes the embedded database: the next start creates and seeds it again. Files stay.
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { databaseFolders, isInUse, removeFolders, stopOrphan } from "./lib/database-folder.mjs";
import { requireNode } from "./lib/node-version.mjs";
import { fail, root, ScriptError } from "./lib/process.mjs";

async function confirm(folders) {
  if (process.argv.includes("--yes")) return true;
  if (!process.stdin.isTTY) {
    throw new ScriptError("Nothing was removed: there is nobody to ask; add --yes to agree.");
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  console.log(`All data in the embedded database will be lost:\n  ${folders.join("\n  ")}`);
  const reply = await terminal.question("Remove it? [y/N] ");
  terminal.close();
  return /^y(es)?$/i.test(reply.trim());
}

async function main() {
  requireNode();
  if (existsSync(join(root, ".env"))) process.loadEnvFile(join(root, ".env"));
  if (process.env.DATABASE_URL) {
    throw new ScriptError("DATABASE_URL is set: only the embedded database is ever reset.");
  }
  const dataDir = resolve(root, process.env.DATA_DIR || ".data");
  const folders = databaseFolders(dataDir);
  if (folders.length === 0) {
    console.log(`There is no embedded database in ${dataDir}.`);
    return;
  }
  if (isInUse(dataDir)) {
    throw new ScriptError("The product is running (or ended seconds ago): stop it and try again.");
  }
  if (!(await confirm(folders))) {
    console.log("Nothing was removed.");
    return;
  }
  await stopOrphan(dataDir);
  removeFolders(folders);
  console.log("The embedded database is gone; the next start makes a new one.");
  const files = join(dataDir, "files");
  if (existsSync(files))
    console.log(`What members uploaded stays in ${files} until you remove it.`);
}

main().catch(fail);
