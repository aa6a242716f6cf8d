import { existsSync, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { errnoOf } from "#api/errno.ts";
import { ConfigError } from "./config-error.ts";

/**
 * Creates the data folder, accessible only to its owner, if it does not exist. Throws the system's
 * error.
 */
export function makeDataFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    const code = errnoOf(error);
    if (code === "EEXIST" && statSync(path).isDirectory()) return;
    // Node's own `recursive` never terminates in a folder that cannot contain others, such as
    // /proc.
    if (code !== "ENOENT" || existsSync(dirname(path))) throw error;
    makeDataFolder(dirname(path));
    // Start over: another process may have created a part of the path.
    makeDataFolder(path);
  }
}

/** For commands that must not create a shop. */
export const noShopMessage = (dataDir: string) => `DATA_DIR: there is no shop in ${dataDir}`;

/** Runs `work` on the data folder. Throws ConfigError with a sentence if the system rejects it. */
export function inDataFolder(dataDir: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    throw new ConfigError(explainFolder(dataDir, error), { cause: error });
  }
}

function explainFolder(dataDir: string, error: unknown): string {
  const code = errnoOf(error);
  if (["ENOSPC", "EDQUOT"].includes(code)) {
    return `DATA_DIR: the disk of ${dataDir} is full: free some space and start again`;
  }
  if (["EEXIST", "ENOTDIR"].includes(code)) return `DATA_DIR: ${dataDir} is not a folder`;
  if (["EACCES", "EPERM", "EROFS", "ENOENT"].includes(code)) {
    return `DATA_DIR: ${dataDir} cannot be written by this user`;
  }
  return `DATA_DIR: ${error instanceof Error ? error.message : error}`;
}
