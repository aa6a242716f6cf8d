// The open-source licences of the product's dependencies, as a text page:
// build/client/licences.txt.
import { existsSync, readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i;

/**
 * Installed packages of the lockfile that are not development tools, by name and version: each with
 * its licence, its source, and its licence texts.
 */
export function listPackages(root) {
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const found = new Map();
  for (const [path, entry] of Object.entries(lock.packages)) {
    const folder = join(root, path);
    // Optional packages for other systems are only in the lockfile.
    if (path === "" || entry.dev || !existsSync(join(folder, "package.json"))) continue;
    const { name, version, license, homepage } = JSON.parse(
      readFileSync(join(folder, "package.json"), "utf8"),
    );
    found.set(`${name} ${version}`, {
      name,
      version,
      licence: nameOf(license ?? entry.license),
      homepage: typeof homepage === "string" ? homepage : "",
      texts: readTexts(folder),
    });
  }
  return [...found.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}

/** Older packages have an object, or no field and only a file. */
const nameOf = (license) => license?.type ?? license ?? "see its text";

function readTexts(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && LICENCE_FILE.test(entry.name))
    .map((entry) => readFileSync(join(folder, entry.name), "utf8").replaceAll("\r\n", "\n").trim());
}

/** A list of all packages, and each text once, under its packages. */
export function writeLicences(packages) {
  const title = ({ name, version }) => `${name} ${version}`;
  const lines = packages.map((one) =>
    [title(one), one.licence, one.homepage].filter(Boolean).join("  "),
  );
  const holders = new Map();
  for (const one of packages) {
    for (const text of one.texts) holders.set(text, [...(holders.get(text) ?? []), title(one)]);
  }
  const rule = "-".repeat(72);
  const texts = [...holders].map(([text, names]) => `${rule}\n${names.join(", ")}\n\n${text}\n`);
  return [
    "Open-source software in this shop\n",
    `${packages.length} packages, with thanks to the people who wrote them.\n`,
    `${lines.join("\n")}\n`,
    ...texts,
  ].join("\n");
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const packages = listPackages(root);
  writeFileSync(join(root, "build/client/licences.txt"), writeLicences(packages));
  console.log(`named the licences of ${packages.length} packages`);
}
