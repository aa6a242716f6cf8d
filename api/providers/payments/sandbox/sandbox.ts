import { sandboxSettingsSchema } from "../../sandbox-timing.ts";
import type { PaymentProviderModule } from "../payments.ts";
import { createSandboxPayments } from "./sandbox-payments.ts";

/** The embedded provider for demonstrations (design §4). This process serves its payment pages. */
export const sandbox: PaymentProviderModule = {
  name: "sandbox",
  settings: Object.keys(sandboxSettingsSchema.shape),
  secrets: [],
  configure: (environment) => {
    const { SANDBOX_PAY_LATER_MS: payLaterMs } = sandboxSettingsSchema.parse(environment);
    return {
      name: "sandbox",
      takesRealMoney: false,
      origins: [],
      create: (context) => createSandboxPayments({ ...context, payLaterMs }),
    };
  },
};
