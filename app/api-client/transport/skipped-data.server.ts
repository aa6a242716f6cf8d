import { channel } from "node:diagnostics_channel";

/** The unreadable parts of a response: `where` is the field, `count` their number. */
export type SkippedData = { where: string; count: number };

const skipped = channel("promptory:api-client.skipped");

/** Reports the skipped parts of a response. */
export function noteSkipped(places: readonly string[]): void {
  for (const where of new Set(places)) {
    const count = places.filter((place) => place === where).length;
    skipped.publish({ where, count } satisfies SkippedData);
  }
}

/** Calls `listener` for skipped parts from now on; returns the unsubscribe function. */
export function watchSkipped(listener: (data: SkippedData) => void): () => void {
  // Nothing else is published on this channel.
  const onMessage = (message: unknown) => listener(message as SkippedData);
  skipped.subscribe(onMessage);
  return () => skipped.unsubscribe(onMessage);
}
