import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The settings, with those of `secrets` read from files where `NAME_FILE` is set; errors are added
 * to `problems`.
 */
export function withSecretFiles(
  environment: Record<string, string | undefined>,
  secrets: readonly string[],
  problems: string[],
): Record<string, string | undefined> {
  // An empty value in a compose file or a dashboard means "not set".
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  for (const name of secrets) {
    const path = set[`${name}_FILE`];
    if (path === undefined) continue;
    try {
      set[name] = readFileSync(path, "utf8").trim();
    } catch {
      problems.push(`${name}_FILE: cannot be read`);
    }
  }
  return set;
}

/**
 * Without SESSION_SECRET a random one is generated on the first start and stored in the data
 * folder.
 */
export function keptSecret(dataDir: string): string {
  const path = secretPath(dataDir);
  const [kept] = readKeptSecret(dataDir);
  if (kept !== undefined) return kept;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const secret = randomBytes(32).toString("base64url");
  try {
    writeFileSync(path, `${secret}\n`, { mode: 0o600, flag: "wx" });
    return secret;
  } catch {
    // Another process was faster: use its secret.
    return readFileSync(path, "utf8").trim();
  }
}

const secretPath = (dataDir: string) => join(dataDir, "session-secret");

/** The secret in the data folder; empty if no start without SESSION_SECRET has generated one. */
export function readKeptSecret(dataDir: string): string[] {
  const path = secretPath(dataDir);
  return existsSync(path) ? [readFileSync(path, "utf8").trim()] : [];
}
