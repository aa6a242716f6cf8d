import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's root, for tests of its structure. */
export const root = fileURLToPath(new URL("../../..", import.meta.url));

export type Source = {
  path: string;
  text: string;
  /** Its imports; our own files as paths from the repository's root. */
  imports: { path: string; isType: boolean }[];
};

const IMPORT = /\b(?:import|export)(\s+type)?(?:[^;"'()]*?\bfrom)?\s*\(?\s*"([^"]+)"/g;

/** Lists the TypeScript files below `folder` (a path from the root) with their imports. */
export function listSources(folder: string): Source[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return listSources(path);
    if (!/\.(ts|tsx)$/.test(entry.name) || entry.name.endsWith(".d.ts")) return [];
    return [readSource(path)];
  });
}

/** Reads one TypeScript file, by its path from the root. */
export function readSource(path: string): Source {
  const text = readFileSync(join(root, path), "utf8");
  const imports = [...text.matchAll(IMPORT)].map(([, type, name = ""]) => ({
    path: resolveImport(path, name),
    isType: type !== undefined,
  }));
  return { path, text, imports };
}

/**
 * Resolves the import `name` in the file `from` to a path from the root; packages stay as they are.
 */
export function resolveImport(from: string, name: string): string {
  if (name.startsWith(".")) return posix.join(posix.dirname(from), name);
  return name.startsWith("#") ? name.slice(1) : name;
}
