import { randomBytes } from "node:crypto";
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { errnoOf } from "#api/errno.ts";
import { ConfigError } from "./config-error.ts";
import { inDataFolder, makeDataFolder } from "./data-folder.ts";

/** Minimum length of a secret. */
export const SECRET_LENGTH_MIN = 32;

/**
 * The settings, with those in `secrets` read from files where `NAME_FILE` is set; adds errors to
 * `problems`.
 */
export function withSecretFiles(
  environment: Record<string, string | undefined>,
  secrets: readonly string[],
  problems: string[],
): Record<string, string | undefined> {
  // An empty value in a compose file or a dashboard means "not set"; a value taken from a file may
  // end in a line break.
  const trimmed = Object.entries(environment).map(([name, value]) => [name, value?.trim()]);
  const set: Record<string, string | undefined> = Object.fromEntries(
    trimmed.filter(([, value]) => value !== ""),
  );
  for (const name of secrets) {
    const path = set[`${name}_FILE`];
    if (path === undefined) continue;
    try {
      set[name] = readFileSync(path, "utf8").trim();
    } catch {
      problems.push(`${name}_FILE: cannot be read`);
    }
    if (set[name] === "") {
      delete set[name];
      problems.push(`${name}_FILE: is empty`);
    }
  }
  return set;
}

/**
 * The items of a list of secrets, separated by commas or, if each line is long enough for a secret,
 * by line breaks. Earlier releases used such lines as one secret, so the whole text stays at the
 * end of the list: it still decrypts what it encrypted.
 */
export function splitSecrets(text: string): string[] {
  const items = text.split(",").map((item) => item.trim());
  const lines = items.flatMap((item) => item.split(/\s*\n\s*/));
  const isList = lines.every((line) => line.length >= SECRET_LENGTH_MIN);
  return isList ? [...new Set([...lines, ...items])] : items;
}

/**
 * Without SESSION_SECRET a random secret is generated on the first start and stored in the data
 * folder. Throws ConfigError if the folder cannot store it, or if the stored content is not a
 * secret.
 */
export function keptSecret(dataDir: string): string {
  const [kept] = readKeptSecret(dataDir);
  if (kept !== undefined) return kept;
  inDataFolder(dataDir, () => {
    makeDataFolder(dataDir);
    storeSecret(secretPath(dataDir), randomBytes(32).toString("base64url"));
  });
  // Another process may have been faster.
  const [stored] = readKeptSecret(dataDir);
  if (stored === undefined) throw new Error("the secret that was just stored is missing");
  return stored;
}

/** Stores it completely or not at all, even if the disk fills up; never replaces an older one. */
function storeSecret(path: string, secret: string): void {
  const draft = `${path}.${process.pid}.draft`;
  try {
    writeFileSync(draft, `${secret}\n`, { mode: 0o600, flush: true });
    try {
      linkSync(draft, path);
    } catch (error) {
      // Some network file systems have no links.
      if (errnoOf(error) !== "EEXIST") renameSync(draft, path);
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

const secretPath = (dataDir: string) => join(dataDir, "session-secret");

/**
 * The secret in the data folder; empty if no start without SESSION_SECRET has generated one. Throws
 * ConfigError if the file cannot be read or is too short: anybody could decrypt what an empty
 * secret encrypts.
 */
export function readKeptSecret(dataDir: string): string[] {
  const path = secretPath(dataDir);
  if (!existsSync(path)) return [];
  const secret = readSecret(path);
  if (secret.length >= SECRET_LENGTH_MIN) return [secret];
  throw new ConfigError(
    `DATA_DIR: ${path} is too short for a secret: restore it from a backup, or remove it for a new ` +
      "one, which ends all sessions and cannot read what the old one encrypted",
  );
}

function readSecret(path: string): string {
  try {
    return readFileSync(path, "utf8").trim();
  } catch (cause) {
    throw new ConfigError(`DATA_DIR: ${path} cannot be read by this user`, { cause });
  }
}
