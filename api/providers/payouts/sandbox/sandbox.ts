import { sandboxSettingsSchema } from "../../sandbox-timing.ts";
import type { PayoutProviderModule } from "../payouts.ts";
import { createSandboxPayouts } from "./sandbox-payouts.ts";

/** The embedded provider for demonstrations: this process serves its page, and no money moves. */
export const sandbox: PayoutProviderModule = {
  name: "sandbox",
  settings: Object.keys(sandboxSettingsSchema.shape),
  secrets: [],
  configure: (environment) => {
    const { SANDBOX_PAY_LATER_MS: settleMs } = sandboxSettingsSchema.parse(environment);
    return {
      name: "sandbox",
      takesRealMoney: false,
      origins: [],
      create: (context) => createSandboxPayouts({ ...context, settleMs }),
    };
  },
};
