import { spawn } from "node:child_process";
import { stat } from "node:fs/promises";
import { EmbeddedServerError } from "./errors.ts";

/** The user that runs the server; null for the current one. */
export type ServerUser = { uid: number; gid: number } | null;

const SYSTEM_USER = "postgres";

/**
 * Chooses the user that runs the server, since Postgres does not run as root. Root switches to the
 * owner of the data, so that starts with and without root agree, or, if there is no data yet, to
 * the system user `postgres`.
 */
export async function chooseServerUser(cluster: string): Promise<ServerUser> {
  if (process.getuid?.() !== 0) return null;
  const owner = await stat(cluster).catch(() => null);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const user = (await lookUp(SYSTEM_USER)) ?? (await createSystemUser());
  if (user) return user;
  throw new EmbeddedServerError(
    "Postgres cannot run as root and no user `postgres` could be created: " +
      "start as an ordinary user, or set DATABASE_URL.",
  );
}

async function createSystemUser(): Promise<ServerUser> {
  // The tools of shadow (Debian, Fedora), then of BusyBox; either may be missing.
  const attempts: [string, string[]][] = [
    ["useradd", ["--system", "--user-group", "--no-create-home", "-d", "/", SYSTEM_USER]],
    ["adduser", ["-S", "-D", "-H", "-h", "/", SYSTEM_USER]],
  ];
  for (const [command, args] of attempts) {
    await run(command, args, { user: null }).catch(() => null);
    const user = await lookUp(SYSTEM_USER);
    if (user) return user;
  }
  return null;
}

async function lookUp(name: string): Promise<ServerUser> {
  const id = async (flag: string) => {
    const output = await run("id", [flag, name], { user: null }).catch(() => null);
    return output?.code === 0 ? Number.parseInt(output.stdout, 10) : Number.NaN;
  };
  const [uid, gid] = await Promise.all([id("-u"), id("-g")]);
  return uid > 0 && gid >= 0 ? { uid, gid } : null;
}

export type RunResult = { code: number | null; stdout: string; stderr: string };

/**
 * A minimal environment: this process's own contains secrets, which the server must not inherit.
 */
export function serverEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH ?? "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };
}

/** Runs a command as `user` until it ends. Throws if it cannot be started. */
export function run(
  command: string,
  args: string[],
  options: { user: ServerUser; input?: string },
): Promise<RunResult> {
  return new Promise((resolve, reject) => {
    // `/`, because the user may have no access to this process's working directory.
    const child = spawn(command, args, {
      ...options.user,
      cwd: "/",
      env: serverEnvironment(),
      stdio: "pipe",
    });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (chunk: Buffer) => (stdout += chunk));
    child.stderr.on("data", (chunk: Buffer) => (stderr += chunk));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout, stderr }));
    // A command that ends without reading its input breaks the pipe; its exit code gives the
    // reason.
    child.stdin.on("error", () => {});
    child.stdin.end(options.input ?? "");
  });
}

/** True when `user` can enter `folder` and all its parents. */
export async function canEnter(user: ServerUser, folder: string): Promise<boolean> {
  if (user === null) return true;
  try {
    const shell = await run("/bin/sh", ["-c", 'cd "$1" 2>/dev/null', "sh", folder], { user });
    return shell.code === 0;
  } catch (cause) {
    throw new EmbeddedServerError(
      "Postgres cannot run as root, and this root may not become another user: " +
        "start as an ordinary user, or set DATABASE_URL.",
      { cause },
    );
  }
}
