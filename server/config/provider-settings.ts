import {
  type ConfiguredImages,
  configureImages,
  PROCEDURAL,
} from "#api/providers/images/registry.ts";
import type {
  ConfiguredProvider,
  PaymentProviderModule,
} from "#api/providers/payments/payments.ts";
import { configurePayments } from "#api/providers/payments/registry.ts";
import type { ConfiguredPayoutProvider } from "#api/providers/payouts/payouts.ts";
import { configureCardPayouts } from "#api/providers/payouts/registry.ts";
import { ConfigError } from "./config-error.ts";
import type { Environment } from "./environment.ts";

export type ProviderSettings = {
  /** Empty with API_URL: that server has its own. */
  payments: readonly ConfiguredProvider[];
  /** The image model; null: the procedural engine, or API_URL's server. */
  images: ConfiguredImages | null;
  /** Providers of card payouts; empty if there are none, or with API_URL. */
  cardPayouts: readonly ConfiguredPayoutProvider[];
  /**
   * Additional origins of payment pages, allowed for forms and redirects: those of the providers,
   * and PAYMENT_ORIGINS.
   */
  paymentOrigins: readonly string[];
};

/**
 * Reads the providers of payments, card payouts and images, and the errors in their own settings.
 * They are only configured if `isOwnApi`; card payouts default to the sandbox if it is allowed.
 */
export function readProviderSettings(
  env: Environment,
  environment: Record<string, string | undefined>,
  given: {
    paymentModules: readonly PaymentProviderModule[];
    isOwnApi: boolean;
    isSandboxAllowed: boolean;
  },
): { settings: ProviderSettings; problems: string[] } {
  const { paymentModules, isOwnApi, isSandboxAllowed } = given;
  const paymentNames = isOwnApi ? env.PAYMENT_PROVIDERS : [];
  const payments = configurePayments(paymentNames, environment, paymentModules);
  const payoutDefault = isSandboxAllowed ? ["sandbox"] : [];
  const payoutNames = isOwnApi ? (env.PAYOUT_PROVIDERS ?? payoutDefault) : [];
  const cardPayouts = configureCardPayouts(payoutNames, environment);
  const images = configureImages(isOwnApi ? env.IMAGE_PROVIDER : PROCEDURAL, environment);
  const origins = [...payments.providers, ...cardPayouts.providers].flatMap((one) => one.origins);
  return {
    settings: {
      payments: payments.providers,
      cardPayouts: cardPayouts.providers,
      images: images.images,
      paymentOrigins: [...new Set([...origins, ...env.PAYMENT_ORIGINS])],
    },
    problems: [...payments.problems, ...cardPayouts.problems, ...images.problems],
  };
}

/** Throws ConfigError for a sandbox, or a real provider's test key, in a public shop. */
export function assertRealMoney({ payments, cardPayouts }: ProviderSettings): void {
  const test = [...payments, ...cardPayouts].find(({ testSetting }) => testSetting !== undefined);
  if (test) {
    throw new ConfigError(
      `${test.testSetting} is a test key, and APP_URL is a public address, where test payments ` +
        "would give money away: set the live key, or ALLOW_SANDBOX=1 for a demonstration",
    );
  }
  if (!payments.every(({ takesRealMoney }) => takesRealMoney)) {
    throw new ConfigError(
      "APP_URL is a public address, where sandbox payments would give money away: " +
        "set PAYMENT_PROVIDERS to real ones, ALLOW_SANDBOX=1 for a demonstration, or API_URL for " +
        "another marketplace API",
    );
  }
  if (!cardPayouts.every(({ takesRealMoney }) => takesRealMoney)) {
    throw new ConfigError(
      "APP_URL is a public address, where the sandbox would tell sellers that they were paid: set " +
        "PAYOUT_PROVIDERS=none, or ALLOW_SANDBOX=1 for a demonstration",
    );
  }
}
