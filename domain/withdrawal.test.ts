import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  canWithdraw,
  couldWithdraw,
  type DeliverableOrder,
  deliveryOpensAt,
  findHold,
  isDeliveryOpen,
  lastWithdrawalDay,
  WITHDRAWAL_DAYS,
  withdrawableSince,
  withdrawalEndsAt,
} from "./withdrawal.ts";
import { isWorkingDay } from "./working-days.ts";

const DAY_MS = 86_400_000;
const order = (changes: Partial<DeliverableOrder> = {}): DeliverableOrder => ({
  createdAt: new Date("2026-11-01T10:00:00Z"),
  consentedAt: null,
  namedAt: null,
  describedAt: null,
  predatesConsent: false,
  ...changes,
});

describe("the right to withdraw", () => {
  it("lasts to the end of the 14th day after the order, wherever in the EU the buyer is", () => {
    const any = order({ createdAt: new Date("2026-11-02T10:00:00Z") });
    expect(lastWithdrawalDay(any)).toBe("2026-11-16");
    expect(canWithdraw(any, any.createdAt)).toBe(true);
    expect(canWithdraw(any, new Date("2026-11-17T03:59:59.999Z"))).toBe(true);
    expect(canWithdraw(any, new Date("2026-11-17T04:00:00Z"))).toBe(false);
  });

  it.each([
    ["a day that has begun in Berlin but not in UTC", "2026-11-03T23:30:00Z", "2026-11-18"],
    ["a day that has begun in Réunion only", "2026-11-03T20:00:00Z", "2026-11-18"],
    ["the last moment of a day in Réunion", "2026-11-03T19:59:59.999Z", "2026-11-17"],
    ["a 14th day that is a Saturday", "2028-05-05T22:30:00Z", "2028-05-22"],
    ["a 14th day that is a Sunday", "2026-11-01T10:00:00Z", "2026-11-16"],
    ["a 14th day that is Christmas Day, a Friday", "2026-12-11T10:00:00Z", "2026-12-28"],
    ["a 14th day that is Good Friday", "2027-03-12T10:00:00Z", "2027-03-30"],
    ["a 14th day that is New Year's Day", "2029-12-18T10:00:00Z", "2030-01-02"],
    ["a 14th day that is the first of May", "2029-04-17T10:00:00Z", "2029-05-02"],
  ])("is counted from %s", (_day, createdAt, last) => {
    expect(lastWithdrawalDay({ createdAt: new Date(createdAt) })).toBe(last);
  });

  it("ends with the consent to delivery at once", () => {
    const consented = order({ consentedAt: new Date("2026-11-01T10:00:00Z") });
    expect(canWithdraw(consented, new Date("2026-11-01T10:00:00Z"))).toBe(false);
  });

  it("is not given again for orders that were delivered before anybody was asked", () => {
    const old = order({ predatesConsent: true });
    expect(canWithdraw(old, new Date("2026-11-02T00:00:00Z"))).toBe(false);
    expect(isDeliveryOpen(old, new Date("2026-11-02T00:00:00Z"))).toBe(true);
  });
});

describe("the right to withdraw at an earlier moment", () => {
  const then = new Date("2026-11-02T10:00:00Z");
  const before = new Date(then.getTime() - 1);
  const after = new Date(then.getTime() + 1);
  const could = (changes: Partial<DeliverableOrder>, refundedAt: Date | null = null) =>
    couldWithdraw({ ...order(changes), refundedAt }, then);

  it("is there whatever became of the order since, and its refund at that moment", () => {
    expect([could({}), could({ consentedAt: after })]).toEqual([true, true]);
    expect([could({}, then), could({}, after)]).toEqual([true, true]);
  });

  it("is not there where it was refunded or opened before", () => {
    expect(could({}, before)).toBe(false);
    for (const consentedAt of [before, then]) expect(could({ consentedAt })).toBe(false);
    expect(could({ predatesConsent: true })).toBe(false);
    expect(could({ createdAt: new Date("2026-10-10T10:00:00Z") })).toBe(false);
  });
});

describe("an undecided statement", () => {
  const createdAt = new Date("2026-11-02T10:00:00Z");
  const endsAt = new Date("2026-11-17T04:00:00Z");
  const inTime = new Date("2026-11-17T03:59:59.999Z");
  const later = new Date("2027-11-17T04:00:00Z");

  it("that was received in time holds the delivery, however long it takes", () => {
    const held = order({ createdAt, namedAt: inTime });
    expect([isDeliveryOpen(held, later), deliveryOpensAt(held)]).toEqual([false, null]);
    expect([canWithdraw(held, inTime), canWithdraw(held, endsAt)]).toEqual([true, false]);
  });

  it("is said to name the order only if one that does came in time", () => {
    const named = order({ createdAt, namedAt: inTime, describedAt: inTime });
    const described = order({ createdAt, namedAt: endsAt, describedAt: inTime });
    expect([findHold(named), findHold(described), findHold(order())]).toEqual([
      ...["named", "described"],
      null,
    ]);
  });

  it("that came later holds nothing", () => {
    const late = order({ createdAt, namedAt: endsAt });
    expect([isDeliveryOpen(late, inTime), isDeliveryOpen(late, endsAt)]).toEqual([false, true]);
    expect(deliveryOpensAt(late)).toEqual(endsAt);
  });

  it("holds no delivery that was agreed to, or that needed no consent", () => {
    for (const changes of [{ consentedAt: later }, { predatesConsent: true }]) {
      expect(isDeliveryOpen(order({ createdAt, namedAt: inTime, ...changes }), later)).toBe(true);
    }
  });
});

describe("for any order at any time", () => {
  const moments = fc.date({
    min: new Date("2020-01-01T00:00:00Z"),
    max: new Date("2100-01-01T00:00:00Z"),
    noInvalidDate: true,
  });
  const orders = fc.record({
    createdAt: moments,
    consentedAt: fc.option(moments),
    predatesConsent: fc.boolean(),
    namedAt: fc.option(moments),
    describedAt: fc.option(moments),
  });

  it("either it can be withdrawn from, or its delivery is open, unless a statement holds it", () => {
    fc.assert(
      fc.property(orders, moments, (any, now) => {
        const isHeld = [any.namedAt, any.describedAt].some((at) => at && canWithdraw(any, at));
        expect(isDeliveryOpen(any, now)).toBe(!isHeld && !canWithdraw(any, now));
      }),
    );
  });

  it("what is open stays open", () => {
    fc.assert(
      fc.property(orders, moments, fc.nat(), (any, now, ms) => {
        fc.pre(isDeliveryOpen(any, now));
        expect(isDeliveryOpen(any, new Date(now.getTime() + ms))).toBe(true);
      }),
    );
  });

  it("without consent it lasts to the end of a working day, 14 days after the buyer's own", () => {
    const offsets = fc.integer({ min: -4 * 60, max: 4 * 60 }).map((minutes) => minutes * 60_000);
    fc.assert(
      fc.property(moments, offsets, offsets, (createdAt, atOrder, atEnd) => {
        const dayOf = (ms: number) => Math.floor(ms / DAY_MS);
        const due = dayOf(createdAt.getTime() + atOrder) + WITHDRAWAL_DAYS;
        const last = Date.parse(lastWithdrawalDay({ createdAt })) / DAY_MS;
        expect(last).toBeGreaterThanOrEqual(due);
        expect(isWorkingDay(last * DAY_MS)).toBe(true);
        const endsAt = withdrawalEndsAt({ createdAt }).getTime();
        expect(dayOf(endsAt + atEnd)).toBeGreaterThan(last);
        const open = order({ createdAt });
        expect(canWithdraw(open, new Date(endsAt - 1))).toBe(true);
        expect(isDeliveryOpen(open, new Date(endsAt))).toBe(true);
      }),
    );
  });

  it("it lasts no longer than the days off after the 14th, and the day that zones differ by", () => {
    fc.assert(
      fc.property(moments, (createdAt) => {
        const last = Date.parse(lastWithdrawalDay({ createdAt }));
        const today = Math.floor(createdAt.getTime() / DAY_MS) * DAY_MS;
        for (let day = today + (WITHDRAWAL_DAYS + 1) * DAY_MS; day < last; day += DAY_MS) {
          expect(isWorkingDay(day)).toBe(false);
        }
        // From Good Friday to Easter Monday, or Christmas with its weekend.
        expect(last - today).toBeLessThanOrEqual((WITHDRAWAL_DAYS + 1 + 4) * DAY_MS);
      }),
    );
  });

  it("a search for those of today finds the same", () => {
    fc.assert(
      fc.property(moments, fc.integer({ min: 0, max: 25 * DAY_MS }), (createdAt, ms) => {
        const now = new Date(createdAt.getTime() + ms);
        expect(createdAt >= withdrawableSince(now)).toBe(now < withdrawalEndsAt({ createdAt }));
      }),
    );
  });
});
