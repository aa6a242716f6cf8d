import { configureProviders } from "../provider-modules.ts";
import type { PayoutProviderModule } from "./payouts.ts";
import { sandbox } from "./sandbox/sandbox.ts";

/**
 * The kinds of payout providers. A new one needs a folder and a line here (docs/decisions/0040).
 */
export const payoutProviders: readonly PayoutProviderModule[] = [sandbox];

/** Configures the named providers from the environment (`configureProviders`). */
export function configureCardPayouts(
  names: readonly string[],
  environment: Record<string, string | undefined>,
) {
  return configureProviders({ variable: "PAYOUT_PROVIDERS", names }, environment, payoutProviders);
}
