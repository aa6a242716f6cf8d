import { z } from "zod";
import type { ConfiguredProvider, PaymentProviderModule } from "./payments.ts";
import { sandbox } from "./sandbox/sandbox.ts";
import { stripe } from "./stripe/stripe.ts";

/** The kinds of payment providers. A new one is a folder and a line here (docs/decisions/0024). */
export const paymentProviders: readonly PaymentProviderModule[] = [sandbox, stripe];

/**
 * The providers named, with their own settings read from the environment. `problems` lists
 * everything that is wrong with these, a line each; then the list of providers is not complete.
 */
export function configurePayments(
  names: readonly string[],
  environment: Record<string, string | undefined>,
  registry: readonly PaymentProviderModule[] = paymentProviders,
): { providers: ConfiguredProvider[]; problems: string[] } {
  const problems: string[] = [];
  const providers = [...new Set(names)].flatMap((name) => {
    const found = registry.find((provider) => provider.name === name);
    if (!found) {
      const known = registry.map((provider) => provider.name).join(", ");
      problems.push(`PAYMENT_PROVIDERS: "${name}" is none of ${known}`);
      return [];
    }
    try {
      return [found.configure(environment)];
    } catch (error) {
      if (!(error instanceof z.ZodError)) throw error;
      problems.push(...error.issues.map(({ path, message }) => `${String(path[0])}: ${message}`));
      return [];
    }
  });
  return { providers, problems };
}
