import type { OpenAPIHono } from "@hono/zod-openapi";
import type { TransferOutcome } from "#domain/payouts.ts";
import type { ApiEnv } from "../../http/context.ts";
import type { Job } from "../../noun.ts";
import type { ConfiguredModule, ProviderContext, ProviderModule } from "../provider-modules.ts";

/** A visit to the provider's page, where the seller gives a card: no number ever comes to us. */
export type CardPageRequest = {
  /** Our own id of the visit: the same again is the same page. */
  requestId: number;
  /** What will be paid to the card, for the page to show. */
  amountCents: number;
  currency: string;
  locale: string;
  /** Where the page leads when a card was given, and when not. */
  returnUrl: string;
  cancelUrl: string;
};

/** All that we may know of a card; `token` stands for it at its provider and nowhere else. */
export type PayoutCard = {
  token: string;
  /** In small letters: "visa". */
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
};

export type TransferRequest = {
  /** Our own id: the provider's idempotency key, for ever. */
  payoutId: number;
  token: string;
  amountCents: number;
  currency: string;
  /** What the seller's statement says. */
  description: string;
};

/** What a provider says about a transfer, by webhook or when asked. */
export type TransferReport = {
  payoutId: number;
  outcome: TransferOutcome;
  /** The provider's own words or code for a failure or a return; never a card number. */
  reason: string | null;
};

export type PayoutProvider = {
  /** Stored with each of its cards, and part of its webhook's path: never changes. */
  readonly name: string;
  /** Opens the page. Throws when the provider does not respond. */
  createCardPage(request: CardPageRequest): Promise<{ providerRef: string; redirectUrl: string }>;
  /** The card that was given on a page; null while there is none. */
  findCard(providerRef: string): Promise<PayoutCard | null>;
  /** Lets the provider forget a card. Done before, it does nothing. */
  deleteCard(token: string): Promise<void>;
  /**
   * Pays to a card. The same payout id again is the same transfer. Throws when nobody knows whether
   * it was accepted: it is asked about then, and only paid again when the provider does not know it.
   */
  pay(request: TransferRequest): Promise<TransferReport>;
  /** Asks about a transfer now; null when the provider has none of that id. Never pays. */
  findTransfer(payoutId: number): Promise<TransferReport | null>;
  /** Checks the signature over the raw bytes; throws signature_invalid. Null: nothing to do. */
  readWebhook(rawBody: string, headers: Headers): Promise<TransferReport | null>;
  /** Pages that this process serves itself, below /api. */
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
  /** Takes new cards; null when nothing pays to cards. */
  readonly current: PayoutProvider | null;
  /** The provider of a card that exists; null when it is no longer configured. */
  find(name: string): PayoutProvider | null;
};

export function createCardPayouts(all: readonly PayoutProvider[]): CardPayouts {
  return {
    all,
    current: all[0] ?? null,
    find: (name) => all.find((provider) => provider.name === name) ?? null,
  };
}
