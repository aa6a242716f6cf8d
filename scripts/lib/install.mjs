import { lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { npm, printProgress, root, ScriptError } from "./process.mjs";
import { hashFiles, readStamp, writeStamp } from "./stamp.mjs";

const stampOf = (folder) => join(folder, "node_modules", ".promptory-install");

/** The inputs of `npm ci`, whose postinstall script applies the patches. */
const hashPackages = (folder) =>
  ["package-lock.json", "patches"].map((name) => hashFiles(folder, [name])).join(" ");

/** True if node_modules matches package-lock.json and the patches. */
export function isInstalled(folder) {
  const expected = hashPackages(folder);
  const stamp = stampOf(folder);
  const found = readStamp(stamp);
  if (found === expected) return true;
  // Only a new installation replaces patches, and npm's record says nothing about them.
  const [, patches] = found.split(" ");
  if (patches !== undefined && patches !== expected.split(" ")[1]) return false;
  // npm was run by hand: npm's own record of its installation shows whether that is sufficient.
  const installed = readPackages(join(folder, "node_modules", ".package-lock.json"));
  if (installed === null) return false;
  const isComplete = Object.entries(readPackages(join(folder, "package-lock.json")) ?? {}).every(
    ([path, { version, optional, devOptional }]) =>
      path === "" ||
      installed[path]?.version === version ||
      // Packages for other systems are expected to be missing.
      ((optional || devOptional) && installed[path] === undefined),
  );
  if (isComplete) writeStamp(stamp, expected);
  return isComplete;
}

function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8")).packages ?? null;
  } catch {
    return null;
  }
}

/**
 * Throws a ScriptError if node_modules leads elsewhere: `npm ci` would delete everything there,
 * affecting others who use it.
 */
export function requireOwnModules(folder) {
  const modules = lstatSync(join(folder, "node_modules"), { throwIfNoEntry: false });
  if (!modules?.isSymbolicLink()) return;
  throw new ScriptError(
    "node_modules is a symbolic link and its packages are outdated, but npm would delete all files that it leads to: remove the link, and start again.",
  );
}

/**
 * Installs the packages if they are missing or outdated. Throws a ScriptError if npm fails, or
 * would delete the packages of another folder.
 */
export async function ensureInstalled() {
  if (isInstalled(root)) return;
  requireOwnModules(root);
  printProgress("Installing packages (npm ci)");
  // The build needs development packages, even if NODE_ENV says production.
  const code = await npm(["ci", "--include=dev", "--no-audit", "--no-fund"]);
  if (code === 127) throw new ScriptError("npm was not found: install it together with Node.");
  if (code !== 0) {
    throw new ScriptError(
      "The packages could not be installed: see npm's message above (it needs a network or its cache).",
    );
  }
  writeStamp(stampOf(root), hashPackages(root));
}
