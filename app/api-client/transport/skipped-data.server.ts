import { channel } from "node:diagnostics_channel";

/** What a response held that could not be read: `where` is its field, `count` how many there were. */
export type SkippedData = { where: string; count: number };

const skipped = channel("promptory:api-client.skipped");

/** Reports what was left out of a response. */
export function noteSkipped(places: readonly string[]): void {
  for (const where of new Set(places)) {
    const count = places.filter((place) => place === where).length;
    skipped.publish({ where, count } satisfies SkippedData);
  }
}

/** Calls `listener` with whatever is left out from now on; returns what ends that. */
export function watchSkipped(listener: (data: SkippedData) => void): () => void {
  // Nothing else is published on this channel.
  const onMessage = (message: unknown) => listener(message as SkippedData);
  skipped.subscribe(onMessage);
  return () => skipped.unsubscribe(onMessage);
}
