/** Keys are made by us, never by a visitor; this check is the second line of defense. */
const KEY = /^[a-z]+(?:\/[a-z0-9][a-z0-9.-]*)+$/;
/** What an object of a bucket may be called, its prefix included, less the room for one of those. */
const KEY_LENGTH_MAX = 512;

/** Where encoded images of downloads are kept; a job keeps the folder from growing for ever. */
export const DOWNLOADS_FOLDER = "downloads";
/** Where the builds of a shop keep their scripts and styles for each other. */
export const ASSETS_FOLDER = "assets";
/** What the readiness check writes. */
const PROBE_FOLDER = "probe";
const LEFT_OUT_FOLDERS = [DOWNLOADS_FOLDER, ASSETS_FOLDER, PROBE_FOLDER];

/** True for the keys that a store gives files, and false for files still being written. */
export function isFileKey(name: string): boolean {
  const isShaped = KEY.test(name) && name.length <= KEY_LENGTH_MAX;
  return isShaped && !name.includes("..") && !name.endsWith(".draft");
}

/** Throws for anything that is no key: it is a fault of ours. */
export function assertFileKey(key: string): void {
  if (!isFileKey(key)) throw new Error(`not a file key: ${key}`);
}

/** True for what neither a backup nor a move takes along. */
export function isLeftOut(key: string): boolean {
  return LEFT_OUT_FOLDERS.some((folder) => key.startsWith(`${folder}/`));
}
