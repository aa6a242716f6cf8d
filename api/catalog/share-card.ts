import { createHash } from "node:crypto";
import { DAY_MS } from "#domain/dates.ts";
import { directionOf } from "#domain/locales.ts";
import { formatEuro } from "#domain/money.ts";
import type { ApiDeps } from "../http/context.ts";
import { type Job, NEVER_ABORTED } from "../noun.ts";
import { getOrMake } from "../providers/files/checked-files.ts";
import { CARDS_FOLDER } from "../providers/files/file-keys.ts";
import { trimFolder } from "../providers/files/files.ts";
import { runImageTask } from "../providers/images/image-work.ts";
import { runEncoder } from "../providers/images/task-queues.ts";
import type { ShareCardText } from "../providers/images/tasks/share-card.ts";
import { createText } from "../site/translations.ts";
import { getOriginal, type ImageStore } from "./images.ts";

/** Version of the card's design; each version gets its own file. */
const LOOK = 3;
/** About 20,000 cards; beyond that the oldest are removed, and drawn again when requested. */
export const CARDS_BYTES_MAX = 1024 ** 3;

/** The content of a link preview (Open Graph), and its hash. */
export type ShareCard = ShareCardText & { hash: string; imageHash: string };

export function toShareCard(given: {
  imageHash: string;
  title: string;
  eurCents: number;
  locale: string;
  name: string;
  includesVat: boolean;
}): ShareCard {
  const { imageHash, title, eurCents, locale, name, includesVat } = given;
  const amount = formatEuro(eurCents, locale);
  const price = includesVat
    ? createText(locale)("document.price_with_vat", { price: amount })
    : amount;
  const direction = directionOf(locale);
  const shown = { imageHash, title, price, name, direction };
  const hash = createHash("sha256")
    .update(JSON.stringify([LOOK, shown]))
    .digest("hex");
  return { hash: hash.slice(0, 32), ...shown };
}

/**
 * Returns the card as a JPEG without metadata, drawn once and then kept; null when the image is
 * lost.
 */
export function requireShareCard(store: ImageStore, card: ShareCard): Promise<Buffer | null> {
  return getOrMake(store, `${CARDS_FOLDER}/${card.hash}.jpg`, () =>
    runEncoder(async () => {
      const original = await getOriginal(store, card.imageHash);
      return original && runImageTask("drawShareCard", { original, card });
    }),
  );
}

/**
 * Returns the jobs that limit the space taken by cards: each new title or price makes another card
 * in each language.
 */
export function shareCardJobs({ files }: Pick<ApiDeps, "files">): Job[] {
  return [
    {
      name: "trim share cards",
      everyMs: DAY_MS,
      waitsAtStart: true,
      run: async (stopping = NEVER_ABORTED) =>
        void (await trimFolder(files, CARDS_FOLDER, CARDS_BYTES_MAX, { stopping })),
    },
  ];
}
