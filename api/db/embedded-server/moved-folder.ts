import { readFile, realpath, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { errnoOf } from "../../errno.ts";
import { EmbeddedServerError } from "./errors.ts";

/**
 * The data folder that a database in a system folder belongs to. A copy of the data folder refers
 * to the same database; a renamed one keeps its inode. `scripts/lib/database-folder.mjs` reads this
 * too.
 */
const ownerSchema = z.object({ dataDir: z.string(), device: z.string(), inode: z.string() });
type Owner = z.infer<typeof ownerSchema>;

const ownerFileOf = (folder: string) => join(folder, "owner.json");

/**
 * Makes `dataDir` the owner of the system folder `folder`, or checks that it is. A folder of an
 * earlier release has no owner yet, and a renamed data folder stays the owner. Throws
 * EmbeddedServerError for a copy of the owner: two servers must not share one database.
 */
export async function claimFolder(folder: string, dataDir: string): Promise<void> {
  const me = await describe(dataDir);
  const owner = await readOwner(folder);
  if (owner !== null && !isSame(owner, me))
    throw new EmbeddedServerError(reason(folder, owner, me));
  if (owner !== null && owner.dataDir === me.dataDir && owner.device === me.device) return;
  const draft = `${ownerFileOf(folder)}.draft`;
  await writeFile(draft, `${JSON.stringify(me)}\n`, { mode: 0o644, flush: true });
  await rename(draft, ownerFileOf(folder));
}

/** Device numbers may change when the machine restarts: at the same path, the inode is enough. */
function isSame(owner: Owner, me: Owner): boolean {
  const isInPlace = owner.dataDir === me.dataDir || owner.device === me.device;
  return owner.inode === me.inode && isInPlace;
}

function reason(folder: string, owner: Owner, me: Owner): string {
  return (
    `The database in ${folder} belongs to ${owner.dataDir}, and ${me.dataDir} is a copy of that ` +
    `folder, without a database: restore a backup into an empty folder. Only if no other folder ` +
    `uses this database any more, delete ${ownerFileOf(folder)} and start again.`
  );
}

async function describe(dataDir: string): Promise<Owner> {
  const { dev, ino } = await stat(dataDir, { bigint: true });
  return { dataDir: await realpath(dataDir), device: String(dev), inode: String(ino) };
}

async function readOwner(folder: string): Promise<Owner | null> {
  try {
    return ownerSchema.parse(JSON.parse(await readFile(ownerFileOf(folder), "utf8")));
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return null;
    throw error;
  }
}
