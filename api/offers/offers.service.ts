import { DomainError, type FieldErrors } from "#domain/errors.ts";
import { isOfferChanged, nextOfferStatus } from "#domain/offers.ts";
import { hasRight } from "#domain/staff-roles.ts";
import { assertEmailVerified } from "../accounts/email-verification/email-verification.service.ts";
import { keepGroups } from "../catalog/desk/groups.queries.ts";
import type { HistoryMeta } from "../contract/history.ts";
import type {
  CreateOfferBody,
  DeclineOfferBody,
  Offer,
  OfferHistoryQuery,
  OfferId,
} from "../contract/offers.ts";
import { inTransaction, type Sql } from "../db/client.ts";
import { readHistoryPage } from "../db/history.queries.ts";
import { hashBody } from "../hashes.ts";
import type { ApiDeps, SessionUser } from "../http/context.ts";
import { mayMail } from "../mails/unproven-mails.ts";
import { assertSameOperation } from "../operations.ts";
import { listLatestPayouts } from "../payouts/payouts.queries.ts";
import { requireSettings } from "../site/site.queries.ts";
import { type OfferFile, readShownFile, type SentFile, storeOfferFile } from "./offer-files.ts";
import { queueOfferMail, queueStaffMail } from "./offers.mails.ts";
import {
  changeOffer,
  getAnyOffer,
  getOffer,
  getOfferOfOperation,
  insertOffer,
  listOffers,
  listUnknownGroups,
  lockOffer,
  lockOwner,
  type OfferRow,
} from "./offers.queries.ts";
import { offerChanged, readSeen } from "./seen-offer.ts";
import { toOffer, toSentOffer } from "./to-offer.ts";

/** A page of the user's offers, newest first (spec §7 offer/history), or a single one. */
export async function listHistory(
  deps: ApiDeps,
  userId: number,
  query: OfferHistoryQuery,
): Promise<{ payload: Offer[]; meta: HistoryMeta }> {
  const filter = { id: query.id === undefined ? undefined : Number(query.id) };
  const page = readHistoryPage(query);
  const { rows, ...meta } = await listOffers(deps.database, userId, filter, page);
  const payouts = await listLatestPayouts(
    deps.database,
    rows.map((row) => row.id),
  );
  return { payload: rows.map((row) => toOffer(row, payouts.get(row.id))), meta };
}

/**
 * Creates an offer (spec §7 offer/create) and notifies its seller and staff. Idempotent by
 * operation id and body. Throws validation_failed by field, operation_conflict for a repeated id
 * with another body, email_unverified, unauthenticated when the account was deleted meanwhile.
 */
export async function createOffer(
  deps: ApiDeps,
  user: SessionUser,
  body: CreateOfferBody,
  locale: string,
): Promise<Offer> {
  assertEmailVerified(await requireSettings(deps.database), user);
  const { operation_id: operationId = null, media, ...texts } = body;
  const bytes = media ? Buffer.from(await media.arrayBuffer()) : null;
  const bodyHash = hashBody(texts, bytes ?? "");
  if (operationId !== null) {
    const known = await getOfferOfOperation(deps.database, user.id, operationId);
    if (known) return toKnownOffer(deps.database, known, bodyHash);
  }
  const sent = toSentOffer(body);
  await assertGroups(deps.database, sent);
  const file = bytes ? await storeOfferFile(deps, bytes) : null;
  return inTransaction(deps.database, async (sql) => {
    if (!(await lockOwner(sql, user.id))) throw new DomainError("unauthenticated");
    await keepGroups(sql, { categoryIds: [sent.categoryId], styleIds: sent.styleIds });
    // A group may have been deleted while the file was stored.
    await assertGroups(sql, sent);
    const id = await insertOffer(sql, {
      userId: user.id,
      operationId,
      bodyHash,
      locale,
      ...sent,
      file: file satisfies OfferFile | null,
      now: deps.now(),
    });
    if (id === null) return loadConcurrent(sql, { userId: user.id, operationId, bodyHash });
    const offer = await requireOffer(sql, user.id, id);
    if (await mayMail(deps, sql, { userId: user.id, to: user.email })) {
      await queueOfferMail(deps, sql, offer, { to: user.email, news: "received" });
    }
    await queueStaffMail(deps, sql, offer, user);
    return toOffer(offer, undefined);
  });
}

/** The offer that a concurrent request created from the same form. */
async function loadConcurrent(
  sql: Sql,
  operation: { userId: number; operationId: string | null; bodyHash: string },
): Promise<Offer> {
  const { userId, operationId, bodyHash } = operation;
  const known = operationId && (await getOfferOfOperation(sql, userId, operationId));
  if (!known) throw new Error("the offer of this operation is missing");
  return toKnownOffer(sql, known, bodyHash);
}

async function toKnownOffer(sql: Sql, known: OfferRow, bodyHash: string): Promise<Offer> {
  assertSameOperation(known, { bodyHash });
  const payouts = await listLatestPayouts(sql, [known.id]);
  return toOffer(known, payouts.get(known.id));
}

/**
 * Declines our price (spec §7 offer/decline); idempotent. Throws offer_not_found, offer_approved if
 * the owner has accepted it, offer_not_priced while there is no price, offer_changed
 * (details.service_price) if the price differs from the one the owner saw, validation_failed.
 */
export async function declineOffer(
  deps: ApiDeps,
  user: SessionUser,
  body: DeclineOfferBody,
  locale: string,
): Promise<Offer> {
  const offerId = readOfferId(body.id);
  const seen = readSeen(body);
  return inTransaction(deps.database, async (sql) => {
    const offer = await lockOffer(sql, offerId);
    if (!offer || offer.userId !== user.id) throw new DomainError("offer_not_found");
    const { status } = offer;
    if (status === "declined_by_user" || status === "declined_by_service") {
      return toOffer(offer, undefined);
    }
    if (status === "approved") throw new DomainError("offer_approved");
    const to = nextOfferStatus(status, "decline");
    if (to === null) throw new DomainError("offer_not_priced");
    if (isOfferChanged(offer, seen)) throw offerChanged(offer);
    await changeOffer(sql, offer.id, {
      by: "owner",
      from: status,
      to,
      contact: null,
      locale,
      now: deps.now(),
    });
    return toOffer(await requireOffer(sql, user.id, offer.id), undefined);
  });
}

/**
 * The image of an offer, for its owner and staff. Throws offer_not_found for everybody else,
 * not_found if the offer has none.
 */
export async function readOfferImage(
  deps: ApiDeps,
  user: SessionUser,
  offerId: number,
  size: "full" | "thumb",
): Promise<SentFile> {
  const { database } = deps;
  const offer = hasRight(user.staffRole, "offers")
    ? await getAnyOffer(database, offerId)
    : await getOffer(database, user.id, offerId);
  if (!offer) throw new DomainError("offer_not_found");
  return readShownFile(deps, offer, size);
}

/** The id from any of the forms the contract allows. */
export function readOfferId(id: OfferId): number {
  return Number(typeof id === "object" ? id.id : id);
}

/** A user's own offer that is known to exist. */
export async function requireOffer(sql: Sql, userId: number, id: number): Promise<OfferRow> {
  const offer = await getOffer(sql, userId, id);
  if (!offer) throw new Error(`offer ${id} is missing`);
  return offer;
}

async function assertGroups(
  sql: Sql,
  groups: { categoryId: number; styleIds: number[] },
): Promise<void> {
  const { isCategoryKnown, unknownStyleIds } = await listUnknownGroups(sql, groups);
  const fields: FieldErrors = {};
  if (!isCategoryKnown) fields.category_id = [{ code: "category_required" }];
  if (unknownStyleIds.length > 0) fields["style_ids[]"] = [{ code: "styles_required" }];
  if (Object.keys(fields).length > 0) throw new DomainError("validation_failed", { fields });
}
