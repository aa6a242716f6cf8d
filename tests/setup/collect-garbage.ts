import { setImmediate as nextTurn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Frees unreferenced objects, and resolves when Node has been notified of all of them. */
export async function collectGarbage(): Promise<void> {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  // The second object is freed after Node was notified of those freed with the first.
  for (let round = 0; round < 2; round++) {
    let isFreed = false;
    const registry = new FinalizationRegistry(() => {
      isFreed = true;
    });
    registry.register({}, null);
    while (!isFreed) {
      collect();
      await nextTurn();
    }
  }
}
