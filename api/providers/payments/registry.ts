import { configureProviders } from "../provider-modules.ts";
import type { PaymentProviderModule } from "./payments.ts";
import { sandbox } from "./sandbox/sandbox.ts";
import { stripe } from "./stripe/stripe.ts";

/**
 * The kinds of payment providers. A new one needs a folder and a line here (docs/decisions/0024).
 */
export const paymentProviders: readonly PaymentProviderModule[] = [sandbox, stripe];

/** Configures the named providers from the environment (`configureProviders`). */
export function configurePayments(
  names: readonly string[],
  environment: Record<string, string | undefined>,
  registry: readonly PaymentProviderModule[] = paymentProviders,
) {
  return configureProviders({ variable: "PAYMENT_PROVIDERS", names }, environment, registry);
}
