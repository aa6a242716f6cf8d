import { z } from "zod";
import { PAYMENT_METHODS } from "#domain/deposits.ts";
import type { PaymentProviderModule } from "../payments.ts";

/** The origin of Stripe's payment pages. */
const CHECKOUT_ORIGIN = "https://checkout.stripe.com";

const list = z.string().transform((text) => text.split(",").map((part) => part.trim()));

const settingsSchema = z.object({
  /** A secret key, or a restricted one with write access to checkout sessions and refunds. */
  STRIPE_SECRET_KEY: z
    .string({ error: "is missing" })
    .regex(
      /^(?:sk|rk)_(?:live|test)_\w+$/,
      "must begin with sk_live_, sk_test_, rk_live_ or rk_test_",
    ),
  /** The secret of the endpoint APP_URL/webhooks/stripe; several during a rotation. */
  STRIPE_WEBHOOK_SECRET: z
    .string({ error: "is missing" })
    .pipe(list)
    .refine((secrets) => secrets.every((secret) => /^whsec_\S+$/.test(secret)), {
      error: "each must begin with whsec_",
    }),
  STRIPE_METHODS: z
    .string()
    .default(PAYMENT_METHODS.join(","))
    .pipe(list)
    .pipe(z.array(z.enum(PAYMENT_METHODS, { error: `must be of ${PAYMENT_METHODS.join(", ")}` }))),
  /** Another server with Stripe's API, for tests and mocks, which also serves the pages. */
  STRIPE_API_URL: z.url({ protocol: /^https?$/, error: "must be an http(s) URL" }).optional(),
});

/** Stripe Checkout: cards and SEPA Direct Debit on pages hosted by Stripe (spec §4 Deposits). */
export const stripe: PaymentProviderModule = {
  name: "stripe",
  settings: Object.keys(settingsSchema.shape),
  secrets: ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"],
  configure: (environment) => {
    const settings = settingsSchema.parse(environment);
    const apiUrl = settings.STRIPE_API_URL ? new URL(settings.STRIPE_API_URL) : null;
    const isLive = /^.k_live_/.test(settings.STRIPE_SECRET_KEY);
    return {
      name: "stripe",
      takesRealMoney: isLive,
      ...(isLive ? {} : { testSetting: "STRIPE_SECRET_KEY" }),
      origins: [apiUrl ? apiUrl.origin : CHECKOUT_ORIGIN],
      create: async ({ now }) => {
        const { createStripePayments } = await import("./stripe-payments.ts");
        return createStripePayments({
          now,
          isLive,
          secretKey: settings.STRIPE_SECRET_KEY,
          webhookSecrets: settings.STRIPE_WEBHOOK_SECRET,
          methods: PAYMENT_METHODS.filter((method) => settings.STRIPE_METHODS.includes(method)),
          apiUrl,
        });
      },
    };
  },
};
