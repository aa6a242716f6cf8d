import { createHash } from "node:crypto";
import { HOUR_MS } from "#domain/dates.ts";
import { toDecimal } from "#domain/money.ts";
import type { OfferStatus } from "#domain/offers.ts";
import type { ApiDeps } from "../../http/context.ts";
import { storeOfferFile } from "../../offers/offer-files.ts";
import { changeOffer, insertOffer } from "../../offers/offers.queries.ts";
import { toSentOffer } from "../../offers/to-offer.ts";
import { createPayout } from "../../payouts/payouts.service.ts";
import type { Painter } from "../../providers/images/images.ts";
import { post } from "../../wallet/wallet.service.ts";
import { inTransaction, type Sql } from "../client.ts";
import type { ArtStyleSlug } from "./catalogue/types.ts";
import { type DemoOfferPlace, findOfferPlace } from "./seed.queries.ts";

export type DemoOffer = {
  /** A fixed operation id, by which an existing offer is recognized. */
  operationId: string;
  /** The seller: one of the demo accounts. */
  email: string;
  title: string;
  description: string;
  category: string;
  style: ArtStyleSlug;
  /** What the art engine paints; null for a text-only offer. */
  image: { prompt: string; seed: number } | null;
  userPriceCents: number;
  status: OfferStatus;
  /** Required unless the offer is pending. */
  servicePriceCents?: number;
  message?: string;
  hoursAgo: number;
};

const SELLER = { email: "seller@promptory.test", isVerified: false };
const VERIFIED = { email: "verified-seller@promptory.test", isVerified: true };
const BANK_ACCOUNTS: Record<string, { fullName: string; iban: string; isVerified: boolean }> = {
  [SELLER.email]: { ...SELLER, fullName: "Sam Seller", iban: "DE89370400440532013000" },
  [VERIFIED.email]: { ...VERIFIED, fullName: "Vera Verified", iban: "NL91ABNA0417164300" },
};

/** Offers in each state that a screen shows, on both sides of 150.00, newest first. */
export const DEMO_OFFERS: DemoOffer[] = [
  {
    operationId: "0b9c1c7e-5a0e-4f43-9a57-0d6f2f6b1a01",
    email: SELLER.email,
    title: "Sails before Breakfast",
    description: "Morning, no wind to speak of, nobody in a hurry. Made for a summer calendar.",
    category: "ocean-and-coast",
    style: "watercolour",
    image: { prompt: "Sailing boats on a calm sea at dawn, soft watercolour", seed: 4101 },
    userPriceCents: 6_000,
    status: "pending",
    hoursAgo: 5,
  },
  {
    operationId: "0b9c1c7e-5a0e-4f43-9a57-0d6f2f6b1a02",
    email: SELLER.email,
    title: "The Lighthouse Keeper’s Garden",
    description: "Twelve pictures of one garden through the year; this is August.",
    category: "plants-and-gardens",
    style: "paper-cut",
    image: { prompt: "A lighthouse behind a garden of sunflowers, summer evening", seed: 4102 },
    userPriceCents: 22_000,
    status: "offer",
    servicePriceCents: 18_000,
    message: "We love the series. For all twelve we would start with this one.",
    hoursAgo: 30,
  },
  {
    operationId: "0b9c1c7e-5a0e-4f43-9a57-0d6f2f6b1a03",
    email: SELLER.email,
    title: "Swallows before the Storm",
    description: "They fly low, the light turns violet, and then it rains.",
    category: "animals",
    style: "low-poly",
    image: { prompt: "Swallows flying low under a violet evening sky, moon", seed: 4103 },
    userPriceCents: 9_000,
    status: "offer",
    servicePriceCents: 7_500,
    hoursAgo: 54,
  },
  {
    operationId: "0b9c1c7e-5a0e-4f43-9a57-0d6f2f6b1a04",
    email: SELLER.email,
    title: "Heron at Low Tide",
    description: "Ink on rice paper, or so it looks.",
    category: "animals",
    style: "ink-wash",
    image: { prompt: "A heron standing in shallow water, reeds, mist", seed: 4104 },
    userPriceCents: 5_000,
    status: "approved",
    servicePriceCents: 4_500,
    hoursAgo: 150,
  },
  {
    operationId: "0b9c1c7e-5a0e-4f43-9a57-0d6f2f6b1a05",
    email: SELLER.email,
    title: "Night Bus to Mars",
    description: "Retro travel poster.",
    category: "journeys",
    style: "art-deco",
    image: { prompt: "A travel poster, a rocket above a red planet, stars", seed: 4105 },
    userPriceCents: 12_000,
    status: "declined_by_service",
    message: "Well made, but we have several posters of Mars already.",
    hoursAgo: 300,
  },
  {
    operationId: "0b9c1c7e-5a0e-4f43-9a57-0d6f2f6b1a06",
    email: VERIFIED.email,
    title: "Forty Prompts for Foggy Mornings",
    description: "Words alone: forty prompts, each tried with three models.",
    category: "landscapes",
    style: "watercolour",
    image: null,
    userPriceCents: 16_000,
    status: "pending",
    hoursAgo: 20,
  },
  {
    operationId: "0b9c1c7e-5a0e-4f43-9a57-0d6f2f6b1a07",
    email: VERIFIED.email,
    title: "The Castle that Is a Window",
    description: "A window of three hundred panes, each of them drawn.",
    category: "architecture",
    style: "stained-glass",
    image: {
      prompt: "A castle with three towers under a winter moon, violet and blue",
      seed: 4107,
    },
    userPriceCents: 26_000,
    status: "offer",
    servicePriceCents: 24_000,
    hoursAgo: 70,
  },
  {
    operationId: "0b9c1c7e-5a0e-4f43-9a57-0d6f2f6b1a08",
    email: VERIFIED.email,
    title: "Room for One Palm",
    description: "The smallest holiday there is.",
    category: "journeys",
    style: "isometric",
    image: { prompt: "A tiny island with one palm tree in a turquoise sea, sun", seed: 4108 },
    userPriceCents: 16_500,
    status: "approved",
    servicePriceCents: 16_500,
    hoursAgo: 120,
  },
  {
    operationId: "0b9c1c7e-5a0e-4f43-9a57-0d6f2f6b1a09",
    email: VERIFIED.email,
    title: "Balloons in the Mistral",
    description: "You see the wind before you see what it carries.",
    category: "journeys",
    style: "flow-field",
    image: { prompt: "Hot air balloons in a strong wind at night, moon, indigo", seed: 4109 },
    userPriceCents: 8_000,
    status: "declined_by_user",
    servicePriceCents: 2_500,
    hoursAgo: 400,
  },
];

type Deps = Pick<ApiDeps, "database" | "files" | "log" | "now" | "config"> & {
  images: Painter;
};

/** Gives the demo sellers offers in every state; existing ones stay unchanged. */
export async function seedDemoOffers(
  deps: Deps,
  offers: DemoOffer[],
  sizePx: number,
): Promise<void> {
  // Oldest first: lists are sorted by id.
  const inOrder = [...offers].sort((a, b) => b.hoursAgo - a.hoursAgo);
  for (const offer of inOrder) {
    const place = await findOfferPlace(deps.database, offer);
    if (place) await seedOffer(deps, offer, place, sizePx);
  }
}

async function seedOffer(
  deps: Deps,
  offer: DemoOffer,
  place: DemoOfferPlace,
  sizePx: number,
): Promise<void> {
  const { style, image, hoursAgo } = offer;
  const size = { widthPx: sizePx, heightPx: sizePx };
  const png = image && (await deps.images.generate({ ...image, style, ...size }));
  const file = png && (await storeOfferFile(deps, png));
  const now = new Date(deps.now().getTime() - hoursAgo * HOUR_MS);
  await inTransaction(deps.database, async (sql) => {
    const id = await insertOffer(sql, {
      // As its owner would submit it, so that new fields of offers need no change here.
      ...toSentOffer({
        title: offer.title,
        description: offer.description,
        add_text: image?.prompt,
        category_id: String(place.categoryId),
        "style_ids[]": [String(place.styleId)],
        price: toDecimal(offer.userPriceCents),
        confirm: "true",
      }),
      operationId: offer.operationId,
      userId: place.userId,
      bodyHash: createHash("sha256").update(offer.operationId).digest("hex"),
      locale: "en",
      file,
      now,
    });
    if (id !== null) await decide(deps, sql, { id, offer, place, now });
  });
}

/** Applies the later decisions to an offer. */
async function decide(
  deps: Deps,
  sql: Sql,
  made: { id: number; offer: DemoOffer; place: DemoOfferPlace; now: Date },
): Promise<void> {
  const { id, offer, place, now } = made;
  const { status, servicePriceCents = null, message = null } = offer;
  if (status === "pending") return;
  const isRejected = status === "declined_by_service";
  await changeOffer(sql, id, {
    by: "team",
    from: "pending",
    to: isRejected ? status : "offer",
    actorId: place.staffId,
    servicePriceCents,
    message,
    now: new Date(now.getTime() + 3 * HOUR_MS),
  });
  if (isRejected || status === "offer") return;
  const account = BANK_ACCOUNTS[offer.email];
  const contact = status === "approved" ? contactOf(offer.email) : null;
  const decidedAt = new Date(now.getTime() + 4 * HOUR_MS);
  const change = { from: "offer", to: status, contact, locale: "en", now: decidedAt } as const;
  await changeOffer(sql, id, { by: "owner", ...change });
  if (status !== "approved" || servicePriceCents === null || !account) return;
  await post(sql, {
    kind: "offer",
    sourceId: String(id),
    from: { platform: "design_purchases" },
    to: { platform: "payouts_payable" },
    amountCents: servicePriceCents,
  });
  const payout = { offerId: id, userId: place.userId, amountCents: servicePriceCents };
  await createPayout({ ...deps, now: () => decidedAt }, sql, {
    ...payout,
    isVerified: account.isVerified,
    account: { type: "sepa", fullName: account.fullName, iban: account.iban },
  });
}

function contactOf(email: string): Record<string, string> {
  const [first_name = "", last_name = ""] = (BANK_ACCOUNTS[email]?.fullName ?? "").split(" ");
  return {
    first_name,
    last_name,
    email,
    phone: "+372 600 1002",
    address: "Telliskivi 60a",
    city: "Tallinn",
    post_code: "10412",
    country: "EE",
  };
}
