import type { OpenAPIHono } from "@hono/zod-openapi";
import type { TransferOutcome } from "#domain/payouts.ts";
import type { ApiEnv } from "../../http/context.ts";
import type { Job } from "../../noun.ts";
import type { ConfiguredModule, ProviderContext, ProviderModule } from "../provider-modules.ts";

/** A visit to the provider's page, where the seller enters a card: its number never reaches us. */
export type CardPageRequest = {
  /** Our own id of the visit. */
  requestId: number;
  /**
   * Random. Together with the id, which is reused after a restore, it is the page's idempotency
   * key.
   */
  requestKey: string;
  /** The payout amount, shown on the page. */
  amountCents: number;
  currency: string;
  locale: string;
  /** From this time on no card may be entered on the page, which may expire earlier. */
  expiresAt: Date;
  /** Return URLs with and without a card. */
  returnUrl: string;
  cancelUrl: string;
};

/** Everything we may store about a card; only its provider can interpret `token`. */
export type PayoutCard = {
  token: string;
  /** In lower case, such as "visa". */
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
};

/** Identifies a transfer at its provider. */
export type NamedTransfer = {
  /** Our own id; together with the key, the provider's permanent idempotency key. */
  payoutId: number;
  /**
   * Random; to be sent with the id, which is reused after a restore from a backup, and by another
   * shop on the same account. Null for a payout that an earlier release sent with only its id.
   */
  payoutKey: string | null;
};

export type TransferRequest = NamedTransfer & {
  token: string;
  amountCents: number;
  currency: string;
  /** The text on the seller's bank statement. */
  description: string;
};

/** A provider's report on a transfer, by webhook or polling. */
export type TransferReport = {
  payoutId: number;
  /** The key that was passed with it; null if the report lacks it. */
  payoutKey: string | null;
  outcome: TransferOutcome;
  /** The provider's own text or code about a failure or return; never contains a card number. */
  reason: string | null;
};

export type PayoutProvider = {
  /** Stored with each of its cards and part of its webhook's path, so it must never change. */
  readonly name: string;
  /** Opens the page. Throws if the provider does not respond. */
  createCardPage(request: CardPageRequest): Promise<{ providerRef: string; redirectUrl: string }>;
  /** The card entered on a page; null if there is none yet. */
  findCard(providerRef: string): Promise<PayoutCard | null>;
  /** Deletes a card at the provider. Idempotent. */
  deleteCard(token: string): Promise<void>;
  /**
   * Pays to a card. This call must end within a minute, and so must `findTransfer`: after two
   * minutes the caller counts as dead, and a person may mark the payout. Idempotent by payout id
   * and key. Throws if it is unknown whether the transfer was accepted: it is then queried, and
   * paid again only if the provider does not know it.
   */
  pay(request: TransferRequest): Promise<TransferReport>;
  /**
   * Queries a transfer's current state; null if the provider has none with that id and key. Never
   * pays.
   */
  findTransfer(transfer: NamedTransfer): Promise<TransferReport | null>;
  /**
   * Verifies the signature over the raw bytes; throws signature_invalid. Null if there is nothing
   * to do.
   */
  readWebhook(rawBody: string, headers: Headers): Promise<TransferReport | null>;
  /** Pages served by this process, below /api. */
  readonly routes?: OpenAPIHono<ApiEnv>;
  readonly jobs?: readonly Job[];
};

export type ConfiguredPayoutProvider = ConfiguredModule & {
  create(context: ProviderContext): PayoutProvider;
};

/** A kind of payout provider: a folder next to this file and a line in `registry.ts`. */
export type PayoutProviderModule = ProviderModule<ConfiguredPayoutProvider>;

/** The payout providers of this process, in the order of PAYOUT_PROVIDERS. */
export type CardPayouts = {
  readonly all: readonly PayoutProvider[];
  /** The provider for new cards; null if no provider pays to cards. */
  readonly current: PayoutProvider | null;
  /** The provider of an existing card; null if it is no longer configured. */
  find(name: string): PayoutProvider | null;
};

export function createCardPayouts(all: readonly PayoutProvider[]): CardPayouts {
  return {
    all,
    current: all[0] ?? null,
    find: (name) => all.find((provider) => provider.name === name) ?? null,
  };
}
