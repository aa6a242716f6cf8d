import { describe, expect, it } from "vitest";
import type { OfferView } from "#app/api-client/selling/offers.server.ts";
import { resolveStep } from "./offers.server.ts";

const OFFER: OfferView = {
  id: "7",
  title: "Fog",
  description: "",
  addText: "",
  categoryId: null,
  styleIds: [],
  isImage: false,
  picture: { url: null, thumbUrl: null },
  userPriceCents: 20_000,
  servicePriceCents: 14_999,
  status: "offer",
  version: 1,
  message: null,
  replyBy: null,
  contactDetails: {},
  payout: null,
  createdAt: "2026-11-21T12:00:00.000Z",
};
const RETURNED: OfferView = {
  ...OFFER,
  status: "approved",
  payout: {
    id: "1",
    status: "returned",
    amountCents: 14_999,
    currency: "EUR",
    account: null,
    isToCard: false,
    isFailed: false,
    fullName: null,
    createdAt: null,
    changedAt: null,
  },
};
const at = (changes: Partial<OfferView>) => ({ ...OFFER, ...changes });

describe("the step that an address leads to", () => {
  it.each([
    ["a priced offer", OFFER, null, false, "details"],
    ["its contact step", OFFER, "contact", false, "contact"],
    ["its bank step, of which nothing is typed yet", OFFER, "bank", true, "contact"],
    ["its card step, with no card given yet", OFFER, "card", true, "contact"],
    ["a step that nobody knows", OFFER, "gold", true, "details"],
    ["a result before there is one", OFFER, "result", true, "details"],
    [
      "150.00 for an unverified person",
      at({ servicePriceCents: 15_000 }),
      "contact",
      false,
      "verify",
    ],
    ["150.00 for a verified person", at({ servicePriceCents: 15_000 }), "contact", true, "contact"],
    ["the verification step where there is none", OFFER, "verify", false, "details"],
    [
      "a pending offer",
      at({ status: "pending", servicePriceCents: null }),
      "bank",
      true,
      "details",
    ],
    ["an offer that names no price", at({ servicePriceCents: null }), "contact", true, "details"],
    ["a declined one", at({ status: "declined" }), "result", true, "result"],
    ["an accepted one", at({ status: "approved" }), "contact", true, "details"],
    ["money that came back", RETURNED, "contact", true, "contact"],
    ["money that came back to somebody unverified", RETURNED, "contact", false, "verify"],
  ])("%s", (_name, offer, requested, isVerified, step) => {
    expect(resolveStep(offer, requested, isVerified)).toBe(step);
  });
});
