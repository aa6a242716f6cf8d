/** What a script learns of a generated picture (`picture-part.ts`). */
export type PictureStatus = { isFinal: boolean; message: string; zipPath: string | null };

/** How often the page of a picture looks again. */
export const LOOK_EVERY_MS = 3_000;

/** The state of the picture of a path; null when it cannot be read at the moment. */
export async function readPictureStatus(path: string): Promise<PictureStatus | null> {
  try {
    const response = await fetch(`${path}/status`);
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

/**
 * Calls `revalidate` every LOOK_EVERY_MS, unless the tab is hidden. Where the server cannot be reached
 * it does not: a revalidation that fails replaces the page by an error, which never looks again.
 * Returns what ends it.
 */
export function lookAgain(path: string, revalidate: () => void): () => void {
  let isEnded = false;
  const look = setInterval(async () => {
    if (document.hidden) return;
    const status = await readPictureStatus(path);
    if (status && !isEnded) revalidate();
  }, LOOK_EVERY_MS);
  return () => {
    isEnded = true;
    clearInterval(look);
  };
}
