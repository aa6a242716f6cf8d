const FIRST_PAUSE_MS = 2_000;
const PAUSE_MS_MAX = 60_000;

/**
 * The result of `load`, which is retried until it succeeds; meanwhile the server-rendered page
 * works. Each pause is twice as long as the one before, up to a minute.
 */
export async function untilLoaded<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, PAUSE_MS_MAX)) {
    try {
      return await load();
    } catch {
      // As for scripts that could not be loaded (framework/starter/starter.ts).
      document.documentElement.dataset.native = "";
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}
