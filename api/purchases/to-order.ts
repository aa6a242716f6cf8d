import { fallbackLocale, localize } from "#domain/localized-texts.ts";
import { toDecimal } from "#domain/money.ts";
import {
  canWithdraw,
  deliveryOpensAt,
  findHold,
  HELD_CONSENT_VERSION,
  isDeliveryOpen,
  withdrawalEndsAt,
} from "#domain/withdrawal.ts";
import { renditionUrl, THUMB_WIDTH } from "../catalog/images.ts";
import type { Order, OwnedPrompt } from "../contract/purchases.ts";
import type { OrderRow } from "./purchases.queries.ts";

const ORDER_IMAGE_WIDTH = 640;

/** An order as its buyer sees it now; includes the prompt only once its delivery is open. */
export function toOrder(row: OrderRow, locale: string, now: Date): Order {
  const isOpen = isDeliveryOpen(row, now);
  const hold = row.refundedAt === null ? findHold(row) : null;
  const isWithdrawable = row.refundedAt === null && canWithdraw(row, now);
  return {
    id: row.id,
    prompt_id: row.productId,
    title: localize(row.titles, locale),
    title_locale: fallbackLocale(row.titles, locale),
    price: toDecimal(row.priceCents),
    currency: row.currency,
    image: renditionUrl(row.imageHash, ORDER_IMAGE_WIDTH, "jpg"),
    description: localize(row.descriptions, locale),
    description_locale: fallbackLocale(row.descriptions, locale),
    created_at: row.createdAt.toISOString(),
    slug: row.slug,
    prompt: isOpen && row.refundedAt === null ? row.prompt : null,
    status: row.refundedAt === null ? "completed" : "refunded",
    licence: row.licence,
    is_open: isOpen,
    opens_at: isOpen ? null : (deliveryOpensAt(row)?.toISOString() ?? null),
    hold,
    hold_consent_version: hold === null ? null : HELD_CONSENT_VERSION,
    withdrawable_until: isWithdrawable ? withdrawalEndsAt(row).toISOString() : null,
    consented_at: row.consentedAt?.toISOString() ?? null,
    consent_version: row.consentVersion,
  };
}

/** A bought prompt as an option for new images. */
export function toOwnedPrompt(row: OrderRow, locale: string, now: Date): OwnedPrompt {
  return {
    id: row.productId,
    order_id: row.id,
    title: localize(row.titles, locale),
    title_locale: fallbackLocale(row.titles, locale),
    slug: row.slug,
    style: row.style,
    thumb_url: renditionUrl(row.imageHash, THUMB_WIDTH, "jpg"),
    image_url: renditionUrl(row.imageHash, ORDER_IMAGE_WIDTH, "jpg"),
    created_at: row.createdAt.toISOString(),
    is_open: isDeliveryOpen(row, now),
  };
}
