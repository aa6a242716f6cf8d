import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** All inputs of the build; missing names are skipped. */
const SOURCES = [
  "api",
  "app",
  "domain",
  "locales",
  "public",
  "server",
  "server.ts",
  "package-lock.json",
  "patches",
  "react-router.config.ts",
  "tsconfig.json",
  "vite.config.ts",
  "scripts/precompress.mjs",
];

/** One hash over the names and contents of the sources: a fresh checkout changes all timestamps. */
export function hashSources(root) {
  return hashFiles(root, SOURCES);
}

/** The same over files and folders of `root`. */
export function hashFiles(root, names) {
  const hash = createHash("sha256");
  for (const name of names) addTo(hash, root, name);
  return hash.digest("hex");
}

function addTo(hash, root, name) {
  let entries;
  try {
    entries = readdirSync(join(root, name), { withFileTypes: true });
  } catch (error) {
    if (error.code === "ENOTDIR") addFile(hash, root, name);
    else if (error.code !== "ENOENT") throw error;
    return;
  }
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = `${name}/${entry.name}`;
    if (entry.isDirectory()) addTo(hash, root, path);
    else if (!/\.test\.tsx?$/.test(path)) addFile(hash, root, path);
  }
}

function addFile(hash, root, name) {
  hash
    .update(`${name}\0`)
    .update(readFileSync(join(root, name)))
    .update("\0");
}

/** The text of a stamp, "" if there is none. */
export function readStamp(path) {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return "";
  }
}

export function writeStamp(path, text) {
  writeFileSync(path, `${text}\n`);
}

export function removeStamp(path) {
  rmSync(path, { force: true });
}
