/** The status of a generated picture as sent to scripts (`picture-part.ts`). */
export type PictureStatus = { isFinal: boolean; message: string; zipPath: string | null };

/** How often the page of a picture polls its status. */
export const POLL_EVERY_MS = 3_000;
/** Longer than the web tier itself waits for the API. */
const STATUS_TIMEOUT_MS = 10_000;

/**
 * The state of the picture with this path: "gone" if there is none, or its viewer is no longer
 * signed in; null if it cannot be read at present.
 */
export async function readPictureStatus(path: string): Promise<PictureStatus | "gone" | null> {
  try {
    const signal = AbortSignal.timeout(STATUS_TIMEOUT_MS);
    const response = await fetch(`${path}/status`, { signal });
    if (isTemporary(response)) return null;
    // A redirect leads to login.
    if (response.redirected || response.status >= 400) return "gone";
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

/**
 * True for a response that says nothing about the picture: too many requests, or an unavailable
 * server.
 */
export function isTemporary({ status }: { status: number }): boolean {
  return status === 408 || status === 429 || status >= 500;
}

/**
 * Calls `revalidate` after each poll, POLL_EVERY_MS apart, unless the tab is hidden. Does not call
 * it if the server cannot be reached: a failed revalidation would replace the page with an error,
 * which no longer polls. Returns the function that stops it.
 */
export function pollPictureStatus(path: string, revalidate: () => void): () => void {
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout>;
  const schedule = () => {
    timer = setTimeout(poll, POLL_EVERY_MS);
  };
  async function poll() {
    const status = document.hidden ? null : await readPictureStatus(path);
    if (isStopped) return;
    if (status) revalidate();
    schedule();
  }
  schedule();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
