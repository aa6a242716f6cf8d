import { randomUUID } from "node:crypto";
import { LICENCE } from "#domain/purchases.ts";
import { CONSENT_VERSION } from "#domain/withdrawal.ts";
import { insertUser, insertWallet } from "../../accounts/accounts.queries.ts";
import type { Sql } from "../../db/client.ts";
import { type DepositRow, insertDeposit } from "../../deposits/deposits.queries.ts";
import type { ApiDeps } from "../../http/context.ts";
import {
  changeOffer,
  getAnyOffer,
  insertOffer,
  type OfferRow,
} from "../../offers/offers.queries.ts";
import { toSentOffer } from "../../offers/to-offer.ts";
import { insertPayout } from "../../payouts/payouts.queries.ts";
import type { StaffPayoutRow } from "../../payouts/staff-payouts.queries.ts";
import {
  getOrder,
  insertOrder,
  lockProduct,
  type OrderRow,
} from "../../purchases/purchases.queries.ts";
import type { DisputeRow } from "../../refunds/disputes/disputes.queries.ts";
import type { RefundRow } from "../../refunds/refunds.queries.ts";
import { requireSettings } from "../../site/site.queries.ts";
import { findSampleProduct } from "./samples.queries.ts";

const EMAIL = "mari.oun@preview.example";
const NAME = "Mari Õun";
const CONTACT = {
  first_name: "Mari",
  last_name: "Õun",
  email: EMAIL,
  phone: "+372 600 1000",
  address: "Telliskivi 60a",
  city: "Tallinn",
  post_code: "10412",
  country: "EE",
};

/** Sample rows for the previews, as the product itself would have created them. */
export type SampleEvents = Awaited<ReturnType<typeof makeSampleEvents>>;

/**
 * Creates a user with an order, a deposit and an offer, in the caller's transaction, which must be
 * rolled back. Throws an Error with a sentence when nothing is for sale yet.
 */
export async function makeSampleEvents(deps: ApiDeps, sql: Sql, locale: string) {
  const now = deps.now();
  const product = await findSampleProduct(sql);
  if (!product) throw new Error("Nothing is for sale yet: there is no order to show mails of.");
  const person = { email: EMAIL, passwordHash: "none", locale, name: "Mari", surname: "Õun" };
  const userId = await insertUser(sql, person);
  if (userId === null) throw new Error(`there is an account of ${EMAIL}`);
  await insertWallet(sql, userId);
  const deposit = await makeDeposit(sql, { userId, locale });
  const order = await makeOrder(sql, { userId, locale, now, productId: product.id });
  const offer = await makeOffer(sql, { userId, locale, now, categoryId: product.categoryId });
  const payout = await makePayout(sql, { offer, now, locale });
  return {
    userId,
    email: EMAIL,
    name: NAME,
    contact: CONTACT,
    locale,
    now,
    deposit,
    order,
    offer,
    payout,
  };
}

async function makeDeposit(
  sql: Sql,
  { userId, locale }: { userId: number; locale: string },
): Promise<DepositRow> {
  const made = await insertDeposit(sql, {
    userId,
    operationId: randomUUID(),
    bodyHash: "preview",
    amountCents: 2_000,
    internalAmountCents: 2_000,
    method: "card",
    provider: "sandbox",
    contact: CONTACT,
    locale,
  });
  if (!made) throw new Error("the sample deposit was not made");
  return made;
}

async function makeOrder(
  sql: Sql,
  given: { userId: number; productId: number; locale: string; now: Date },
): Promise<OrderRow> {
  const { userId, productId, locale, now } = given;
  const product = await lockProduct(sql, productId);
  const { internalCurrencyName } = await requireSettings(sql);
  if (!product?.imageHash) throw new Error(`product ${productId} is missing`);
  const id = await insertOrder(sql, {
    ...product,
    userId,
    productId,
    imageHash: product.imageHash,
    currency: internalCurrencyName,
    licence: product.licence ?? LICENCE,
    consent: { at: now, version: CONSENT_VERSION, locale },
  });
  const order = id === null ? null : await getOrder(sql, userId, id);
  if (!order) throw new Error("the sample order was not made");
  return order;
}

async function makeOffer(
  sql: Sql,
  given: { userId: number; categoryId: number; locale: string; now: Date },
): Promise<OfferRow> {
  const id = await insertOffer(sql, {
    ...given,
    // As its owner would send it, so that new fields of offers require no change here.
    ...toSentOffer({
      title: "Fog over the bay",
      description: "A quiet harbour at dawn,\nseen from above.",
      category_id: String(given.categoryId),
      "style_ids[]": [],
      price: "140.00",
      confirm: "true",
    }),
    operationId: randomUUID(),
    bodyHash: "preview",
    file: null,
  });
  if (id === null) throw new Error("the sample offer was not made");
  const { userId: actorId, now } = given;
  const review = { by: "team", actorId, servicePriceCents: 12_000, message: null } as const;
  await changeOffer(sql, id, { from: "pending", to: "offer", now, ...review });
  const offer = await getAnyOffer(sql, id);
  if (!offer) throw new Error("the sample offer is missing");
  return offer;
}

async function makePayout(
  sql: Sql,
  { offer, now, locale }: { offer: OfferRow; now: Date; locale: string },
): Promise<StaffPayoutRow> {
  const payout = {
    offerId: offer.id,
    userId: offer.userId,
    amountCents: 12_000,
    type: "sepa" as const,
    fullName: NAME,
    ibanEncrypted: Buffer.from("preview"),
    ibanMasked: "EE•• •••• •••• •••• 5685",
    accountHash: null,
    cardId: null,
    provider: null,
    status: "ready" as const,
  };
  const accepted = {
    from: "offer",
    to: "approved",
    by: "owner",
    contact: CONTACT,
    locale,
  } as const;
  await changeOffer(sql, offer.id, { ...accepted, now });
  const id = await insertPayout(sql, { ...payout, now });
  const more = { id, card: null, failure: null, batchId: null, createdAt: now, changedAt: now };
  const names = { providerKey: null, endToEndId: `PAYOUT-${id}` };
  const shown = { title: offer.title, email: EMAIL, locale, evidence: null, history: [] };
  return {
    ...payout,
    ...more,
    ...names,
    ...shown,
    isOwnerDeleted: false,
    isUnclaimable: false,
    hold: null,
    approvalCents: null,
    approvedBy: null,
    pricedBy: null,
    returnedBy: [],
  };
}

/** Returns a refund of the order to the wallet, or of the deposit to the payment's source. */
export function sampleRefund(
  { userId, order, deposit, now }: SampleEvents,
  of: "order" | "deposit",
): RefundRow {
  const target =
    of === "order"
      ? { orderId: order.id, depositId: null, amountCents: order.priceCents, moneyCents: null }
      : { orderId: null, depositId: deposit.id, amountCents: 2_000, moneyCents: 2_000 };
  return {
    id: 1,
    operationId: "preview",
    userId,
    ...target,
    status: of === "order" ? "succeeded" : "requested",
    reason: "preview",
    evidence: null,
    actorId: null,
    createdAt: now,
    changedAt: now,
  };
}

/** Returns a dispute over the deposit. */
export function sampleDispute({ userId, deposit, now }: SampleEvents): DisputeRow {
  return {
    id: 1,
    depositId: deposit.id,
    userId,
    provider: "sandbox",
    providerRef: "preview",
    moneyCents: 2_000,
    amountCents: 2_000,
    status: "open",
    takenFrom: "user",
    openedAt: now,
    closedAt: null,
    evidence: null,
  };
}
