import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { extract } from "tar-stream";
import {
  BackupError,
  type BackupHead,
  createSha256,
  HEAD_NAME,
  isMemberName,
  parseHead,
  SUMS_NAME,
  tarBytes,
} from "./archive-format.ts";

export type Member = {
  name: string;
  bytes: number;
  /** Must be read to the end before the next member is requested. */
  content: AsyncIterable<Buffer>;
};

export type CheckedArchive = {
  head: BackupHead;
  bytes: number;
  /** Yields the members in archive order, without the checksums; each is verified again. */
  members(): AsyncGenerator<Member>;
};

/** A longer manifest is not ours and would only fill memory. */
const HEAD_BYTES_MAX = 4 * 1024 * 1024;

/**
 * Reads the whole archive once and verifies every member's checksum before anything is restored.
 * Throws BackupError with a sentence for the operator when it is truncated, modified or not a
 * backup, and the abort reason when `interrupted` is aborted.
 */
export async function openArchive(
  path: string,
  interrupted?: AbortSignal,
): Promise<CheckedArchive> {
  const sums = new Map<string, string>();
  const sizes: number[] = [];
  const found: { head?: BackupHead; sums?: Buffer } = {};
  for await (const member of readMembers(path)) {
    interrupted?.throwIfAborted();
    if (found.sums) throw damaged(`${member.name} comes after the checksums`);
    if (sums.has(member.name)) throw damaged(`${member.name} is in it twice`);
    if ((sizes.length === 0) !== (member.name === HEAD_NAME)) {
      throw new BackupError("this is not a backup of Promptory.");
    }
    sizes.push(member.bytes);
    const { sum, content } = await readMember(member);
    if (member.name === SUMS_NAME) found.sums = content;
    else sums.set(member.name, sum);
    if (member.name === HEAD_NAME) found.head = parseHead(content.toString("utf8"));
  }
  if (!found.sums || !found.head) throw damaged("its end is missing");
  const expected = [...sums].map(([name, sum]) => `${sum}  ${name}\n`).join("");
  if (found.sums.toString("utf8") !== expected) throw damaged(firstDifference(sums, found.sums));
  const { size } = await stat(path);
  if (size !== tarBytes(sizes)) throw damaged("its length is not what its members measure");
  return { head: found.head, bytes: size, members: () => readCheckedMembers(path, sums) };
}

/**
 * Returns a member's checksum, and its content if it is the manifest or the checksums; empty
 * otherwise.
 */
async function readMember({ name, bytes, content }: Member) {
  if (name === HEAD_NAME && bytes > HEAD_BYTES_MAX) throw damaged(HEAD_NAME);
  const isKept = name === HEAD_NAME || name === SUMS_NAME;
  const hash = createSha256();
  const kept: Buffer[] = [];
  for await (const chunk of content) {
    hash.update(chunk);
    if (isKept) kept.push(chunk);
  }
  return { sum: hash.digest("hex"), content: Buffer.concat(kept) };
}

/**
 * Verifies each member again: the file may have been replaced between the check and the restore.
 */
async function* readCheckedMembers(
  path: string,
  sums: Map<string, string>,
): AsyncGenerator<Member> {
  let count = 0;
  for await (const member of readMembers(path)) {
    const hash = createSha256();
    if (member.name === SUMS_NAME) {
      // An unread member would block the rest of the archive.
      for await (const chunk of member.content) hash.update(chunk);
      continue;
    }
    yield { ...member, content: hashing(member.content, hash) };
    if (hash.digest("hex") !== sums.get(member.name)) throw damaged(`${member.name} has changed`);
    count += 1;
  }
  if (count !== sums.size) throw damaged("its end is missing");
}

async function* hashing(content: AsyncIterable<Buffer>, hash: ReturnType<typeof createSha256>) {
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
}

async function* readMembers(path: string): AsyncGenerator<Member> {
  const source = createReadStream(path);
  const tar = extract();
  source.on("error", (error) => tar.destroy(error));
  source.pipe(tar);
  try {
    for await (const entry of tar) {
      const { name, type, size = 0 } = entry.header;
      if (type !== "file" || !isMemberName(name)) {
        throw new BackupError(
          `this is not a backup of Promptory: it holds ${JSON.stringify(name)}.`,
        );
      }
      yield { name, bytes: size, content: readEntry(entry) };
    }
  } catch (error) {
    throw toBackupError(error);
  } finally {
    source.destroy();
  }
}

/** Reads a member, in which a truncated archive shows up first. */
async function* readEntry(entry: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* entry;
  } catch (error) {
    throw toBackupError(error);
  }
}

function toBackupError(error: unknown): unknown {
  if (error instanceof BackupError || isFromSystem(error)) return error;
  return damaged("it is cut off, or no tar archive");
}

function isFromSystem(error: unknown): boolean {
  return error instanceof Error && "syscall" in error;
}

function damaged(what: string): BackupError {
  return new BackupError(`the backup is damaged (${what}): nothing was restored from it.`);
}

function firstDifference(sums: Map<string, string>, written: Buffer): string {
  const lines = new Set(written.toString("utf8").split("\n"));
  for (const [name, sum] of sums) {
    if (!lines.has(`${sum}  ${name}`)) return `${name} does not match its checksum`;
  }
  return "a member is missing";
}
