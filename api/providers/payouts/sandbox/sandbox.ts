import { z } from "zod";
import type { PayoutProviderModule } from "../payouts.ts";
import { createSandboxPayouts } from "./sandbox-payouts.ts";

const settingsSchema = z.object({
  SANDBOX_PAY_LATER_MS: z.coerce.number().int().min(0).max(86_400_000).default(15_000),
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
