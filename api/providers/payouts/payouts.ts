import type { OpenAPIHono } from "@hono/zod-openapi";
import type { TransferOutcome } from "#domain/payouts.ts";
import type { ApiEnv } from "../../http/context.ts";
import type { Job } from "../../noun.ts";
import type { ConfiguredModule, ProviderContext, ProviderModule } from "../provider-modules.ts";

/** A visit to the provider's page, where the seller enters a card: its number never reaches us. */
export type CardPageRequest = {
  /** Our own id of the visit. */
  requestId: number;
  /** Random: with the id, which comes again after a restore, the page's idempotency key. */
  requestKey: string;
  /** The payout amount, shown on the page. */
  amountCents: number;
  currency: string;
  locale: string;
  /** No card may be entered on the page from then on; it may expire earlier. */
  expiresAt: Date;
  /** Return URLs with and without a card. */
  returnUrl: string;
  cancelUrl: string;
};

/** All that we may store about a card; `token` identifies it at its provider only. */
export type PayoutCard = {
  token: string;
  /** Lowercase: "visa". */
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
};

/** What finds a transfer at its provider. */
export type NamedTransfer = {
  /** Our own id: with the key, the provider's permanent idempotency key. */
  payoutId: number;
  /**
   * Random, to be sent beside the id, which comes again after a restore from a backup, and in
   * another shop on the same account. Null for a payout that an earlier release sent by its id
   * alone.
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
  /** The key passed beside it; null if the report lacks it. */
  payoutKey: string | null;
  outcome: TransferOutcome;
  /** The provider's own text or code for a failure or a return; never a card number. */
  reason: string | null;
};

export type PayoutProvider = {
  /** Stored with each of its cards, and part of its webhook's path: never changes. */
  readonly name: string;
  /** Opens the page. Throws when the provider does not respond. */
  createCardPage(request: CardPageRequest): Promise<{ providerRef: string; redirectUrl: string }>;
  /** The card entered on a page; null while there is none. */
  findCard(providerRef: string): Promise<PayoutCard | null>;
  /** Deletes a card at the provider. Idempotent. */
  deleteCard(token: string): Promise<void>;
  /**
   * Pays to a card. Its call must end within a minute, as that of `findTransfer`: after two, what it
   * was called for counts as left alone, and a person may mark it. Idempotent by payout id and key. Throws when it is unknown whether it was
   * accepted: it is queried then, and only paid again when the provider does not know it.
   */
  pay(request: TransferRequest): Promise<TransferReport>;
  /**
   * Queries a transfer's current state; null when the provider has none with that id and key. Never
   * pays.
   */
  findTransfer(transfer: NamedTransfer): Promise<TransferReport | null>;
  /** Verifies the signature over the raw bytes; throws signature_invalid. Null: nothing to do. */
  readWebhook(rawBody: string, headers: Headers): Promise<TransferReport | null>;
  /** Pages served by this process, below /api. */
  readonly routes?: OpenAPIHono<ApiEnv>;
  readonly jobs?: readonly Job[];
};

export type ConfiguredPayoutProvider = ConfiguredModule & {
  create(context: ProviderContext): PayoutProvider;
};

/** A kind of payout provider, one folder beside this file and one line of `registry.ts`. */
export type PayoutProviderModule = ProviderModule<ConfiguredPayoutProvider>;

/** The payout providers of this process, in the order of PAYOUT_PROVIDERS. */
export type CardPayouts = {
  readonly all: readonly PayoutProvider[];
  /** The provider for new cards; null when no provider pays to cards. */
  readonly current: PayoutProvider | null;
  /** The provider of an existing card; null when it is no longer configured. */
  find(name: string): PayoutProvider | null;
};

export function createCardPayouts(all: readonly PayoutProvider[]): CardPayouts {
  return {
    all,
    current: all[0] ?? null,
    find: (name) => all.find((provider) => provider.name === name) ?? null,
  };
}
