import { describe, expect, it } from "vitest";
import {
  finalPriceCents,
  isDeclined,
  isUserPriceStruck,
  needsVerification,
  nextOfferStatus,
  OFFER_ACTIONS,
  OFFER_STATUSES,
  type OfferStatus,
  offerBadge,
  offerStage,
  priceLabel,
  validateApproval,
  validateOfferPrice,
} from "./offers.ts";

describe("an offer's way", () => {
  it("goes from pending to a price or a no, and from a price to a yes or a no", () => {
    const ways = OFFER_STATUSES.flatMap((status) =>
      OFFER_ACTIONS.map((action) => [status, action, nextOfferStatus(status, action)] as const),
    );
    expect(ways.filter(([, , next]) => next !== null)).toEqual([
      ["pending", "price", "offer"],
      ["pending", "reject", "declined_by_service"],
      ["offer", "price", "offer"],
      ["offer", "approve", "approved"],
      ["offer", "decline", "declined_by_user"],
    ]);
  });

  it("reaches every status", () => {
    const reached = new Set<OfferStatus>(["pending"]);
    for (const status of reached) {
      for (const action of OFFER_ACTIONS) {
        const next = nextOfferStatus(status, action);
        if (next) reached.add(next);
      }
    }
    expect([...reached].sort()).toEqual([...OFFER_STATUSES].sort());
  });
});

describe("accepting a price", () => {
  const facts = {
    status: "offer",
    servicePriceCents: 15_000,
    version: 2,
    seen: { servicePriceCents: 15_000, version: 2 },
    isVerified: true,
  } as const;

  it("needs a verified profile from 150.00 on", () => {
    expect(needsVerification(14_999)).toBe(false);
    expect(needsVerification(15_000)).toBe(true);
    expect(validateApproval(facts)).toBeNull();
    expect(validateApproval({ ...facts, isVerified: false })).toBe("verification_required");
    const small = { servicePriceCents: 14_999, seen: { servicePriceCents: null, version: null } };
    expect(validateApproval({ ...facts, ...small, isVerified: false })).toBeNull();
  });

  it("is of the price that was seen, even when it became a higher one", () => {
    const seen = (servicePriceCents: number | null, version: number | null) =>
      validateApproval({ ...facts, seen: { servicePriceCents, version } });
    expect(seen(null, null)).toBeNull();
    expect(seen(14_999, null)).toBe("offer_changed");
    expect(seen(15_001, null)).toBe("offer_changed");
    expect(seen(15_000, 1)).toBe("offer_changed");
    expect(seen(null, 3)).toBe("offer_changed");
  });

  it.each([
    ["pending", "offer_not_priced"],
    ["approved", "offer_approved"],
    ["declined_by_user", "offer_declined"],
    ["declined_by_service", "offer_declined"],
  ] as const)("is not possible for one that is %s", (status, code) => {
    expect(validateApproval({ ...facts, status, isVerified: false })).toBe(code);
  });
});

it("an offer without a price cannot be accepted, whatever its status says", () => {
  const facts = { status: "offer", version: 1, isVerified: true } as const;
  const seen = { servicePriceCents: null, version: null };
  expect(validateApproval({ ...facts, servicePriceCents: null, seen })).toBe("offer_not_priced");
});

describe("what a list shows of an offer", () => {
  it("knows every status that means declined", () => {
    for (const status of ["declined", "declined_by_service", "declined_by_user"]) {
      expect(isDeclined(status)).toBe(true);
      expect(offerStage(status)).toBe("declined");
      expect(priceLabel(status, null)).toBe("declined_price");
    }
    expect(isDeclined("approved")).toBe(false);
  });

  it("calls the price what it is", () => {
    const label = (status: string) => priceLabel(status, 500);
    expect(["pending", "offer", "approved", "new status"].map(label)).toEqual([
      null,
      "our_price",
      "final_price",
      null,
    ]);
    expect(priceLabel("offer", null)).toBeNull();
  });

  it("does not take a state of another server for one of ours", () => {
    const states = ["paid", "in transfer", "", "Offer 2"];
    expect(states.map(offerStage)).toEqual(states.map(() => "unknown"));
  });

  it("is worth our price, else the user's", () => {
    expect(finalPriceCents({ userPriceCents: 500, servicePriceCents: 300 })).toBe(300);
    expect(finalPriceCents({ userPriceCents: 500, servicePriceCents: null })).toBe(500);
  });

  it("strikes the user's price through once another was decided", () => {
    const other = { userPriceCents: 500, servicePriceCents: 499 };
    expect(isUserPriceStruck("approved", other)).toBe(true);
    expect(isUserPriceStruck("declined_by_user", other)).toBe(true);
    expect(isUserPriceStruck("offer", other)).toBe(false);
    expect(isUserPriceStruck("pending", other)).toBe(false);
    expect(isUserPriceStruck("approved", { ...other, servicePriceCents: 500 })).toBe(false);
    expect(isUserPriceStruck("declined", { ...other, servicePriceCents: null })).toBe(false);
  });

  it("has the badge Offer while there is a price to accept or decline", () => {
    expect(offerBadge("offer", 500)).toBe("offer");
    expect(offerBadge("offer", null)).toBe("details");
    expect(offerBadge("approved", 500)).toBe("details");
  });
});

describe("the price of an offer", () => {
  it.each(["0.01", "0,01", "12", " 12.5 ", "99999.99"])("can be %j", (typed) => {
    expect(validateOfferPrice(typed)).toBeNull();
  });

  it.each(["0", "0.00", "0,0"])("is too low at %j", (typed) => {
    expect(validateOfferPrice(typed)).toEqual({
      code: "price_too_low",
      params: { amount: "0.01 EUR" },
    });
  });

  it.each(["100000", "100000.00", " 123456789,5 "])("is too high at %j", (typed) => {
    expect(validateOfferPrice(typed)).toEqual({
      code: "price_too_high",
      params: { amount: "99999.99 EUR" },
    });
  });

  it.each([
    "",
    " ",
    "-1",
    "1.005",
    "100000.005",
    "1e3",
    "x100000",
    "100000x",
    "100000.",
    "100000.x",
    "100000;50",
    "twelve",
  ])("is no amount: %j", (typed) => {
    expect(validateOfferPrice(typed)).toEqual({ code: "amount_invalid" });
  });
});
