import { join } from "node:path";
import type { Logger } from "pino";
import type { ApiDeps } from "#api/http/context.ts";
import type { ImageGenerator } from "#api/providers/images/images.ts";
import type { MailProvider } from "#api/providers/mail/mail.ts";
import { createOutboxFolder } from "#api/providers/mail/outbox-folder.ts";
import { createSmtpMail } from "#api/providers/mail/smtp.ts";
import { createPayments } from "#api/providers/payments/payments.ts";
import { createCardPayouts } from "#api/providers/payouts/payouts.ts";
import type { ProviderContext } from "#api/providers/provider-modules.ts";
import type { Config } from "../config/config.ts";
import { traceMethods } from "../tracing/provider-spans.ts";

/** Methods that call other servers; each call gets its own span. */
const PAYMENT_CALLS = [
  "createCheckout",
  "fetchReport",
  "findReport",
  "refund",
  "findRefund",
] as const;
const PAYOUT_CALLS = ["createCardPage", "findCard", "deleteCard", "pay", "findTransfer"] as const;

type Providers = Pick<ApiDeps, "images" | "mail" | "payments" | "cardPayouts"> & {
  close(): Promise<void>;
};

/**
 * Creates the configured providers, with traced calls. Without an image model `engine` generates
 * members' images; closing it remains its owner's task.
 */
export async function createProviders(
  config: Config,
  context: ProviderContext,
  { engine, log }: { engine: ImageGenerator; log: Logger },
): Promise<Providers> {
  const payments = await Promise.all(
    config.payments.map(async (provider) => {
      const created = await provider.create(context);
      return traceMethods(created, `payments ${created.name}`, PAYMENT_CALLS);
    }),
  );
  const cardPayouts = config.cardPayouts.map((provider) => {
    const created = provider.create(context);
    return traceMethods(created, `payouts ${created.name}`, PAYOUT_CALLS);
  });
  const images = config.images?.create() ?? engine;
  const mail = createMail(config, { log, now: context.now });
  return {
    images: traceMethods(images, "images", ["generate"]),
    mail: traceMethods(mail, "mail", ["send"]),
    payments: createPayments(payments),
    cardPayouts: createCardPayouts(cardPayouts),
    close: async () => {
      await mail.close();
      await images.close();
    },
  };
}

function createMail(
  { smtpUrl, mailFrom, dataDir }: Config,
  { log, now }: Pick<ApiDeps, "log" | "now">,
): MailProvider {
  if (smtpUrl !== null) return createSmtpMail({ url: smtpUrl, from: mailFrom, now });
  const folder = join(dataDir, "outbox");
  return createOutboxFolder({ folder, from: mailFrom, log, now });
}
