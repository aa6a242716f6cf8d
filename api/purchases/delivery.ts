import { DomainError, fieldError } from "#domain/errors.ts";
import {
  type DeliverableOrder,
  deliveryOpensAt,
  HELD_CONSENT_VERSION,
  isDeliveryOpen,
} from "#domain/withdrawal.ts";
import type { ConsentBody } from "../contract/purchases.ts";
import { inTransaction, type Sql } from "../db/client.ts";
import type { ApiDeps } from "../http/context.ts";
import { findConsentText } from "./consents.ts";
import { type MailDeps, queueConsentMail } from "./order-mails.ts";
import { getOrder, lockOrder, type OrderRow, setConsent } from "./purchases.queries.ts";

/** Consent given with this request; the time is the server's. */
export type GivenConsent = { at: Date; version: string; locale: string };

/**
 * The consent of a purchase with its time; null when there is none. Throws validation_failed for a
 * text that was never published, or never for purchases: nobody can have agreed to it.
 */
export function toGivenConsent(consent: ConsentBody | undefined, now: Date): GivenConsent | null {
  if (consent?.version === HELD_CONSENT_VERSION) throw consentUnknown();
  return consent === undefined ? null : toOrderConsent(consent, now);
}

/** The same for an order that was made without, which a statement of withdrawal may hold. */
export function toOrderConsent(consent: ConsentBody, now: Date): GivenConsent {
  const { version, language: locale } = consent;
  if (findConsentText(version, locale) === null) throw consentUnknown();
  return { at: now, version, locale };
}

const consentUnknown = () => fieldError("consent", "consent_unknown");

/**
 * Permanently opens the delivery of one of the user's orders (Directive 2011/83/EU Art. 16(m)). The
 * first consent counts; an order that is already open stays unchanged. Throws order_not_found,
 * order_refunded.
 */
export async function consentToDelivery(
  deps: ApiDeps,
  userId: number,
  orderId: number,
  consent: GivenConsent,
): Promise<OrderRow> {
  return inTransaction(deps.database, async (sql) => {
    const order = await lockOrder(sql, userId, orderId);
    if (!order) throw new DomainError("order_not_found");
    if (order.refundedAt !== null) throw new DomainError("order_refunded");
    return openDelivery(deps, sql, { row: order, userId }, consent);
  });
}

/**
 * The same inside a transaction; requires a lock on the order or its buyer's wallet, which refunds
 * lock as well. Confirms the consent by mail (Art. 8(7)).
 */
export async function openDelivery(
  deps: MailDeps,
  sql: Sql,
  { row: order, userId }: { row: OrderRow; userId: number },
  consent: GivenConsent,
): Promise<OrderRow> {
  if (isDeliveryOpen(order, consent.at)) return order;
  if (!(await setConsent(sql, order.id, consent))) return requireOrder(sql, userId, order.id);
  await queueConsentMail(deps, sql, { ...order, userId }, consent);
  return { ...order, consentedAt: consent.at, consentVersion: consent.version };
}

/** The order as a concurrent consent left it. */
async function requireOrder(sql: Sql, userId: number, id: number): Promise<OrderRow> {
  const order = await getOrder(sql, userId, id);
  if (!order) throw new Error(`order ${id} is missing`);
  return order;
}

/**
 * Throws while the buyer can still withdraw, or has: a download cannot be given back. Delivery_held
 * while a statement of withdrawal holds it, else delivery_not_open with `opens_at`: 422, a status
 * whose body clients of spec §7 read.
 */
export function requireOpenDelivery(order: DeliverableOrder, now: Date): void {
  if (isDeliveryOpen(order, now)) return;
  const opensAt = deliveryOpensAt(order);
  if (opensAt === null) throw new DomainError("delivery_held");
  const details = { opens_at: opensAt.toISOString() };
  throw new DomainError("delivery_not_open", { details });
}
