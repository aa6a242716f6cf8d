import { randomBytes } from "node:crypto";
import {
  chmod,
  chown,
  cp,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { errnoOf } from "../../errno.ts";
import { type Binaries, openSystemFolder, SYSTEM_FOLDER } from "./binaries.ts";
import { EmbeddedServerError, explain } from "./errors.ts";
import { claimFolder } from "./moved-folder.ts";
import { SOCKET_PORT } from "./postmaster.ts";
import { canEnter, run, type ServerUser } from "./server-user.ts";

/**
 * Owner of the database `promptory`: it may create extensions, but has no access to the machine.
 */
export const ROLE = "promptory";
export const DATABASE = "promptory";

const SOCKET_PREFIX = "promptory-pg-";
/** The limit is 107 bytes on Linux and 103 on macOS, including the socket's file name. */
const SOCKET_PATH_BYTES_MAX = 100;
/** The databases that initdb creates: template1, template0, postgres. */
const INITIAL_DATABASES = new Set(["1", "4", "5"]);

/** Returns the cluster of `dataDir`: `dataDir/postgres`, unless an earlier start has moved it. */
export async function clusterOf(dataDir: string): Promise<string> {
  const record = await readRecord(dataDir);
  return record === null ? join(dataDir, "postgres") : join(record, "postgres");
}

const recordSchema = z.object({ folder: z.string() });
const recordOf = (dataDir: string) => join(dataDir, "postgres-moved.json");

async function readRecord(dataDir: string): Promise<string | null> {
  const text = await readFile(recordOf(dataDir), "utf8").catch(() => null);
  return text === null ? null : recordSchema.parse(JSON.parse(text)).folder;
}

/**
 * Returns the cluster's folder, after moving it to a system folder if `user` cannot reach it below
 * `dataDir`. Throws if the folder it was moved to is missing, because an empty database must not
 * replace it, and if `dataDir` is a copy of the data folder that the database belongs to.
 */
export async function reachCluster(
  dataDir: string,
  user: ServerUser,
  log: (message: string) => void,
): Promise<string> {
  const home = join(dataDir, "postgres");
  let folder = await readRecord(dataDir);
  if (folder !== null && !(await exists(folder))) {
    throw new EmbeddedServerError(
      `The database was kept in ${folder}, and that folder is gone: bring it back, ` +
        `or delete ${recordOf(dataDir)} to start with an empty database.`,
    );
  }
  if (folder !== null) {
    await claimFolder(folder, dataDir);
  } else {
    if ((await canEnter(user, dataDir)) || (await grantAccess(user, dataDir))) return home;
    folder = join(SYSTEM_FOLDER, randomBytes(6).toString("hex"));
    log(
      `Postgres runs as an unprivileged user, and only root can enter ${dataDir}: ` +
        `the database is kept in ${folder}`,
    );
    await openSystemFolder();
    await mkdir(folder);
    await chmod(folder, 0o711);
    await claimFolder(folder, dataDir);
    await writeFile(recordOf(dataDir), `${JSON.stringify({ folder })}\n`);
  }
  const cluster = join(folder, "postgres");
  // The record is written first, so that an interrupted move is resumed here.
  if (!(await exists(cluster)) && (await exists(home))) await move(home, cluster);
  return cluster;
}

/**
 * Sets the group of `dataDir` to the server's if the folder itself, readable only by root, is the
 * sole obstacle. In a copy made by `cp -r`, its group is root's.
 */
async function grantAccess(user: ServerUser, dataDir: string): Promise<boolean> {
  const { uid, gid, mode } = await stat(dataDir);
  const others = mode & 0o077;
  const isClosedByRoot = uid === 0 && (others === 0 || (gid === 0 && others === 0o010));
  if (user === null || !isClosedByRoot || !(await canEnter(user, dirname(dataDir)))) return false;
  await chown(dataDir, 0, user.gid);
  await chmod(dataDir, 0o710);
  return canEnter(user, dataDir);
}

async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (errnoOf(error) !== "EXDEV") throw error;
    const draft = `${to}.new-${randomBytes(4).toString("hex")}`;
    await cp(from, draft, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
    await rename(draft, to);
    await rm(from, { recursive: true });
  }
}

/** Creates the cluster if it is missing, and makes `user` its owner. */
export async function ensureCluster(options: {
  cluster: string;
  binaries: Binaries;
  user: ServerUser;
  log: (message: string) => void;
}): Promise<void> {
  const { cluster, binaries, user, log } = options;
  await removeDrafts(cluster);
  const state = await inspect(cluster);
  if (state === "half-made") {
    const aside = `${cluster}.unfinished-${Date.now()}`;
    log(`${cluster} was never finished: it is put aside as ${basename(aside)} and made again`);
    await rename(cluster, aside);
  }
  if (state !== "whole") {
    log("Creating the database");
    await create(options);
    return;
  }
  const version = (await readFile(join(cluster, "PG_VERSION"), "utf8")).trim();
  if (version !== binaries.version) {
    throw new EmbeddedServerError(
      `${cluster} was written by Postgres ${version} and this program brings ` +
        `${binaries.version}: dump it with the old one, or set DATABASE_URL.`,
    );
  }
  await fixPermissions(cluster, user);
}

async function inspect(cluster: string): Promise<"missing" | "half-made" | "whole"> {
  const names = await readdir(cluster).catch((error: unknown) => {
    if (errnoOf(error) === "ENOENT") return null;
    throw explain(error, cluster);
  });
  if (names === null) return "missing";
  if (names.length === 0) return "half-made";
  if (await exists(join(cluster, "global", "pg_control"))) return "whole";
  const databases = await readdir(join(cluster, "base")).catch(() => []);
  if (databases.some((name) => /^\d+$/.test(name) && !INITIAL_DATABASES.has(name))) {
    throw new EmbeddedServerError(
      `The database in ${cluster} is damaged (global/pg_control is missing): restore a backup.`,
    );
  }
  return "half-made";
}

/**
 * Fixes the permissions of a folder that root owns or that was copied with loose permissions; other
 * users' folders are left alone.
 */
async function fixPermissions(cluster: string, user: ServerUser): Promise<void> {
  const { uid, mode } = await stat(cluster);
  if (user !== null && uid !== user.uid) {
    await run("chown", ["-R", `${user.uid}:${user.gid}`, cluster], { user: null });
  } else if (user === null && uid !== process.getuid?.()) {
    throw new EmbeddedServerError(
      `The database in ${cluster} belongs to another user: start as that user or as root.`,
    );
  }
  if ((mode & 0o027) !== 0) await chmod(cluster, 0o700);
}

/**
 * Creates the cluster under a temporary name and renames it at the end, so that a crash leaves no
 * incomplete cluster.
 */
async function create(options: {
  cluster: string;
  binaries: Binaries;
  user: ServerUser;
}): Promise<void> {
  const { cluster, binaries, user } = options;
  const draft = `${cluster}.new-${randomBytes(4).toString("hex")}`;
  try {
    await mkdir(draft, { mode: 0o700 });
    if (user !== null) await chown(draft, user.uid, user.gid);
    const flags = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin"];
    flags.push("--builtin-locale=C.UTF-8", "--auth-local=trust", "--auth-host=reject");
    flags.push("--username=postgres", "--data-checksums");
    const made = await run(binaries.initdb, ["-D", draft, ...flags], { user });
    if (made.code !== 0) throw new Error(made.stderr);
    // Single-user mode: one command per line. It exits with 0 even if a command fails.
    const filled = await run(
      binaries.postgres,
      ["--single", "-D", draft, "-c", "log_min_messages=error", "postgres"],
      {
        user,
        input: `CREATE ROLE ${ROLE} LOGIN CREATEDB;\nCREATE DATABASE ${DATABASE} OWNER ${ROLE};\n`,
      },
    );
    const isFilled = filled.code === 0 && !/ERROR|FATAL|PANIC/.test(filled.stderr);
    if (!isFilled) throw new Error(filled.stderr);
    await rename(draft, cluster);
    await syncFolder(dirname(cluster));
  } catch (error) {
    await rm(draft, { recursive: true, force: true }).catch(() => {});
    throw explain(error, dirname(cluster));
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  await handle.sync().finally(() => handle.close());
}

async function removeDrafts(cluster: string): Promise<void> {
  const start = `${basename(cluster)}.new-`;
  for (const name of await readdir(dirname(cluster))) {
    if (!name.startsWith(start)) continue;
    // An initdb that outlived a killed start may still be writing: the next start removes the
    // draft.
    await rm(join(dirname(cluster), name), { recursive: true, force: true }).catch(() => {});
  }
}

/**
 * Returns a folder for the socket that only `user` (and root) can enter: the cluster itself if its
 * path is short and plain and its file system supports sockets, otherwise a new folder in the
 * system's temporary folder.
 */
export async function chooseSocketFolder(cluster: string, user: ServerUser): Promise<string> {
  if (isFitForSocket(cluster) && (await holdsSockets(cluster))) return cluster;
  for (const parent of new Set([tmpdir(), "/tmp"])) {
    if (!isFitForSocket(join(parent, `${SOCKET_PREFIX}123456`))) continue;
    const folder = await mkdtemp(join(parent, SOCKET_PREFIX)).catch(() => null);
    if (folder === null) continue;
    if (user !== null) await chown(folder, user.uid, user.gid);
    if ((await canEnter(user, folder)) && (await holdsSockets(folder))) return folder;
    await rm(folder, { recursive: true, force: true });
  }
  throw new EmbeddedServerError("No folder for the database's socket: set TMPDIR to a short path.");
}

/**
 * Postgres splits folder lists at commas, and clients split hosts at colons, so paths with either
 * are not used.
 */
function isFitForSocket(folder: string): boolean {
  const bytes = Buffer.byteLength(join(folder, `.s.PGSQL.${SOCKET_PORT}`));
  return bytes <= SOCKET_PATH_BYTES_MAX && /^[\w/.+-]+$/.test(folder);
}

function holdsSockets(folder: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.on("error", () => resolve(false));
    probe.listen(join(folder, `.probe.${randomBytes(4).toString("hex")}`), () =>
      probe.close(() => resolve(true)),
    );
  });
}

/** Removes a socket folder created by `chooseSocketFolder`, but never the cluster. */
export async function removeSocketFolder(folder: string): Promise<void> {
  if (!basename(folder).startsWith(SOCKET_PREFIX)) return;
  await rm(folder, { recursive: true, force: true }).catch(() => {});
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}
