import { DomainError, fieldError } from "#domain/errors.ts";
import {
  type DeliverableOrder,
  deliveryOpensAt,
  findHold,
  HELD_CONSENT_VERSION,
  isDeliveryOpen,
} from "#domain/withdrawal.ts";
import type { ConsentBody } from "../contract/purchases.ts";
import { inTransaction, type Sql } from "../db/client.ts";
import type { ApiDeps } from "../http/context.ts";
import { lockBalance } from "../wallet/wallet.service.ts";
import { findConsentText } from "./consents.ts";
import { type MailDeps, queueConsentMail } from "./order-mails.ts";
import { getOrder, type OrderRow, setConsent } from "./purchases.queries.ts";

/** The consent given with a request; the time is the server's. */
export type GivenConsent = { at: Date; version: string; locale: string };

/**
 * The consent of a purchase with its time; null if none was given. Throws validation_failed for a
 * text that was never published, or not for purchases: nobody can have agreed to it.
 */
export function toGivenConsent(consent: ConsentBody | undefined, now: Date): GivenConsent | null {
  if (consent?.version === HELD_CONSENT_VERSION) throw consentUnknown();
  return consent === undefined ? null : toOrderConsent(consent, now);
}

/** The same for an order bought without consent, which a statement of withdrawal may hold. */
export function toOrderConsent(consent: ConsentBody, now: Date): GivenConsent {
  const { version, language: locale } = consent;
  if (findConsentText(version, locale) === null) throw consentUnknown();
  return { at: now, version, locale };
}

const consentUnknown = () => fieldError("consent", "consent_unknown");

/**
 * Permanently opens the delivery of one of the user's orders (Directive 2011/83/EU Art. 16(m)). The
 * first consent counts; an order that is already open stays unchanged. Throws order_not_found,
 * order_refunded, and validation_failed on `consent` for a text that does not mention the statement
 * of withdrawal that holds the order.
 */
export async function consentToDelivery(
  deps: ApiDeps,
  userId: number,
  orderId: number,
  consent: GivenConsent,
): Promise<OrderRow> {
  return inTransaction(deps.database, async (sql) => {
    await lockBalance(sql, userId);
    const order = await getOrder(sql, userId, orderId);
    if (!order) throw new DomainError("order_not_found");
    if (order.refundedAt !== null) throw new DomainError("order_refunded");
    const opened = await openDelivery(deps, sql, { row: order, userId }, consent);
    if (findHold(opened) !== null) throw consentUnknown();
    return opened;
  });
}

/**
 * The same inside a transaction, except that an order held by a statement of withdrawal stays
 * closed unless the consent is to the text that takes the statement back (docs/decisions/0045).
 * Requires an order read under its buyer's wallet lock: refunds and withdrawals take that lock too,
 * so the consent is later than the statement. Confirms the consent by mail (Art. 8(7)).
 */
export async function openDelivery(
  deps: MailDeps,
  sql: Sql,
  { row: order, userId }: { row: OrderRow; userId: number },
  given: GivenConsent,
): Promise<OrderRow> {
  const consent = { ...given, at: deps.now() };
  const isTextMissing = findHold(order) !== null && consent.version !== HELD_CONSENT_VERSION;
  if (isTextMissing || isDeliveryOpen(order, consent.at)) return order;
  if (!(await setConsent(sql, order.id, consent))) return requireOrder(sql, userId, order.id);
  await queueConsentMail(deps, sql, { ...order, userId }, consent);
  return { ...order, consentedAt: consent.at, consentVersion: consent.version };
}

/** The order as updated by a concurrent consent. */
async function requireOrder(sql: Sql, userId: number, id: number): Promise<OrderRow> {
  const order = await getOrder(sql, userId, id);
  if (!order) throw new Error(`order ${id} is missing`);
  return order;
}

/**
 * Throws while the buyer can still withdraw or after they have, because a download cannot be
 * undone: delivery_held while a statement of withdrawal holds the order, otherwise
 * delivery_not_open with `opens_at`. The status is 422, whose body clients of spec §7 read.
 */
export function requireOpenDelivery(order: DeliverableOrder, now: Date): void {
  if (isDeliveryOpen(order, now)) return;
  const opensAt = deliveryOpensAt(order);
  if (opensAt === null) throw new DomainError("delivery_held");
  const details = { opens_at: opensAt.toISOString() };
  throw new DomainError("delivery_not_open", { details });
}
