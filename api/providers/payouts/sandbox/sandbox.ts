import { z } from "zod";
import type { PayoutProviderModule } from "../payouts.ts";
import { createSandboxPayouts } from "./sandbox-payouts.ts";

const PAY_LATER_ERROR = "must be whole milliseconds, up to a day";

const settingsSchema = z.object({
  SANDBOX_PAY_LATER_MS: z.coerce
    .number({ error: PAY_LATER_ERROR })
    .int({ error: PAY_LATER_ERROR })
    .min(0, { error: PAY_LATER_ERROR })
    .max(86_400_000, { error: PAY_LATER_ERROR })
    .default(15_000),
});

/** The embedded provider for demonstrations: this process serves its page, and no money moves. */
export const sandbox: PayoutProviderModule = {
  name: "sandbox",
  secrets: [],
  configure: (environment) => {
    const { SANDBOX_PAY_LATER_MS: settleMs } = settingsSchema.parse(environment);
    return {
      name: "sandbox",
      takesRealMoney: false,
      origins: [],
      create: (context) => createSandboxPayouts({ ...context, settleMs }),
    };
  },
};
