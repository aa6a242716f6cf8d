import type { Sql } from "../../db/client.ts";
import type { ApiDeps } from "../../http/context.ts";
import type { SampleEvents } from "./sample-events.ts";

/** Queues a mail about sample events, using the product's own function. */
export type MailSample = (deps: ApiDeps, sql: Sql, events: SampleEvents) => Promise<void>;

/** Returns one sample for each of a noun's mails, under the mail's own name. */
export function samplesOf<Kind extends string>(
  prefix: string,
  kinds: readonly Kind[],
  sampleOf: (kind: Kind) => MailSample,
): Record<string, MailSample> {
  return Object.fromEntries(kinds.map((kind) => [`${prefix}.${kind}`, sampleOf(kind)]));
}
