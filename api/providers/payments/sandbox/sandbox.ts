import { z } from "zod";
import type { PaymentProviderModule } from "../payments.ts";
import { createSandboxPayments } from "./sandbox-payments.ts";

const PAY_LATER_ERROR = "must be whole milliseconds, up to a day";

const settingsSchema = z.object({
  SANDBOX_PAY_LATER_MS: z.coerce
    .number({ error: PAY_LATER_ERROR })
    .int({ error: PAY_LATER_ERROR })
    .min(0, { error: PAY_LATER_ERROR })
    .max(86_400_000, { error: PAY_LATER_ERROR })
    .default(15_000),
});

/** The embedded provider for demonstrations (design §4). This process serves its payment pages. */
export const sandbox: PaymentProviderModule = {
  name: "sandbox",
  secrets: [],
  configure: (environment) => {
    const { SANDBOX_PAY_LATER_MS: payLaterMs } = settingsSchema.parse(environment);
    return {
      name: "sandbox",
      takesRealMoney: false,
      origins: [],
      create: (context) => createSandboxPayments({ ...context, payLaterMs }),
    };
  },
};
