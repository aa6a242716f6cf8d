import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { root } from "../repository/sources.ts";

const run = promisify(execFile);
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;

export type EarlierBuild = { folder: string; name: string; remove(): Promise<void> };

/**
 * Returns a build of an earlier release. `BUILD_BEFORE` names a checkout to build, or a commit; by
 * default it is the commit before the newest migration, so that the earlier build does not know
 * that migration. A commit is built in a worktree with this checkout's packages. Throws the error
 * of git or the build.
 */
export async function getEarlierBuild(): Promise<EarlierBuild> {
  const given = process.env.BUILD_BEFORE;
  if (given && existsSync(join(given, "build/server/index.js"))) {
    return { folder: resolve(given), name: given, remove: async () => {} };
  }
  const commit = await git("rev-parse", "--short", given ?? (await findLastSchema()));
  const parent = await mkdtemp(join(tmpdir(), "promptory-before-"));
  const folder = join(parent, commit);
  await git("worktree", "add", "--detach", folder, commit);
  const remove = async () => {
    await git("worktree", "remove", "--force", folder);
    await rm(parent, { recursive: true });
  };
  // A production build, not a test build.
  const env = { ...process.env, NODE_ENV: "production", VITEST: undefined };
  try {
    await symlink(join(root, "node_modules"), join(folder, "node_modules"));
    await run("npm", ["run", "build"], { cwd: folder, env, maxBuffer: OUTPUT_BYTES_MAX });
  } catch (error) {
    await remove();
    throw error;
  }
  return { folder, name: commit, remove };
}

/** Returns the commit before the one that added the newest migration. */
async function findLastSchema(): Promise<string> {
  const added = ["--diff-filter=A", "--", "api/db/migrations/*.sql"];
  return `${await git("log", "-1", "--format=%H", ...added)}^`;
}

async function git(...args: string[]): Promise<string> {
  return (await run("git", args, { cwd: root })).stdout.trim();
}
