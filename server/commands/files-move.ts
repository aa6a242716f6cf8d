import { moveFiles } from "#api/providers/files/move-files.ts";
import { readConfig } from "../config/config.ts";
import { openBucket, openFolder } from "../lifecycle/files.ts";
import { watchInterrupts } from "../lifecycle/interrupts.ts";
import { runCommand } from "./run-command.ts";

// A separate program (`npm run files:move`): copies the files of the data folder to the bucket, or
// with --back those of the bucket to the folder, whether the shop is running or not. With
// --remove-gone, meant for the last run, it also removes from the target the files that the shop
// has deleted from the source since the first run.

const BACK = "--back";
const REMOVE_GONE = "--remove-gone";
const SHOWN_EVERY = 1_000;
const DIFFERING_SHOWN_MAX = 20;

/** The one sentence shown to the operator when a move fails. */
class MoveError extends Error {
  override readonly name = "MoveError";
}

async function main(): Promise<string> {
  const options = process.argv.slice(2);
  const isBack = options.includes(BACK);
  const removesGone = options.includes(REMOVE_GONE);
  if (options.length > Number(isBack) + Number(removesGone)) {
    throw new MoveError(`usage: npm run files:move [-- ${BACK}] [${REMOVE_GONE}]`);
  }
  const config = readConfig(process.env);
  if (config.apiUrl) throw new MoveError("API_URL is set: its own server has the files.");
  const bucket = await openBucket(config);
  if (!bucket) throw new MoveError("S3_BUCKET is not set: there is no bucket.");
  const { signal: interrupted } = watchInterrupts();
  const folder = openFolder(config);
  const [from, to] = isBack ? [bucket.files, folder] : [folder, bucket.files];
  const onProgress = (files: number) => {
    if (files % SHOWN_EVERY === 0) process.stdout.write(`${files} files ...\n`);
  };
  const summary = await moveFiles({ from, to, removesGone, interrupted, onProgress });
  const { copied, bytes, same, differing, gone, removed } = summary;
  const megabytes = (bytes / 1_000_000).toFixed(1);
  const place = isBack ? config.dataDir : bucket.name;
  if (differing.length > 0) {
    const names = differing.slice(0, DIFFERING_SHOWN_MAX).join(", ");
    throw new MoveError(
      `${copied} files copied. ${differing.length} are in ${place} with other content and were ` +
        `left as they are: ${names}`,
    );
  }
  if (gone > removed) {
    throw new MoveError(
      `${copied} files copied. ${gone} files of people's are in ${place} alone. ` +
        (removesGone
          ? "Where the others were copied from nothing is left at all, so nothing was removed."
          : "If the shop has run on the files there, these are new: keep them, and do not run this " +
            "command that way again. If it has not, it has deleted them since an earlier run: once " +
            `it is stopped, ${REMOVE_GONE} removes them.`),
    );
  }
  const removal = removed > 0 ? `, ${removed} removed that are gone` : "";
  return `${place}: ${copied} files copied (${megabytes} MB), ${same} were there already${removal}.\n`;
}

runCommand(main, [MoveError]);
