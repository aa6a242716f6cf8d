import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository, for tests of its own structure. */
export const root = fileURLToPath(new URL("../../..", import.meta.url));

export type Source = {
  path: string;
  text: string;
  /** What it imports, as paths from the root of the repository where the file is ours. */
  imports: { path: string; isType: boolean }[];
};

const IMPORT = /\b(?:import|export)(\s+type)?(?:[^;"'()]*?\bfrom)?\s*\(?\s*"([^"]+)"/g;

/** The TypeScript files below `folder`, which is a path from the root, with their imports. */
export function listSources(folder: string): Source[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return listSources(path);
    if (!/\.(ts|tsx)$/.test(entry.name) || entry.name.endsWith(".d.ts")) return [];
    return [readSource(path)];
  });
}

/** One TypeScript file, by its path from the root. */
export function readSource(path: string): Source {
  const text = readFileSync(join(root, path), "utf8");
  const imports = [...text.matchAll(IMPORT)].map(([, type, name = ""]) => ({
    path: resolveImport(path, name),
    isType: type !== undefined,
  }));
  return { path, text, imports };
}

/** The path from the root of what the file `from` imports as `name`; packages stay as they are. */
export function resolveImport(from: string, name: string): string {
  if (name.startsWith(".")) return posix.join(posix.dirname(from), name);
  return name.startsWith("#") ? name.slice(1) : name;
}
