/**
 * Keys are generated here, never taken from a visitor; this check is the second line of defence.
 */
const KEY = /^[a-z]+(?:\/[a-z0-9][a-z0-9.-]*)+$/;
/** Maximum length of a bucket's object name including its prefix, minus the longest key. */
const KEY_LENGTH_MAX = 512;

/** Folder of encoded download images; a job bounds its size. */
export const DOWNLOADS_FOLDER = "downloads";
/** Folder of drawn link previews; a job bounds its size. */
export const CARDS_FOLDER = "cards";
/** Folder in which a shop's builds share their scripts and styles. */
export const ASSETS_FOLDER = "assets";
/** Written by the readiness check. */
const PROBE_FOLDER = "probe";
/** Files that the shop must delete for good: scans, designs, generated pictures, uploaded tables. */
export const PERSONAL_FOLDERS: readonly string[] = [
  "documents",
  "offers",
  "generations",
  "imports",
];
const LEFT_OUT_FOLDERS = [DOWNLOADS_FOLDER, CARDS_FOLDER, ASSETS_FOLDER, PROBE_FOLDER];

/** True for valid keys, and false for files still being written. */
export function isFileKey(name: string): boolean {
  const isShaped = KEY.test(name) && name.length <= KEY_LENGTH_MAX;
  return isShaped && !name.includes("..") && !name.endsWith(".draft");
}

/** Throws for an invalid key, which would be a bug. */
export function assertFileKey(key: string): void {
  if (!isFileKey(key)) throw new Error(`not a file key: ${key}`);
}

/** True for files that neither a backup nor a move copies. */
export function isLeftOut(key: string): boolean {
  return LEFT_OUT_FOLDERS.some((folder) => key.startsWith(`${folder}/`));
}
