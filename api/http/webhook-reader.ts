import { DomainError } from "#domain/errors.ts";
import type { ApiDeps } from "./context.ts";

const WARN_EVERY_MS = 60_000;

type Receiver<Report> = {
  name: string;
  readWebhook(rawBody: string, headers: Headers): Promise<Report | null>;
};

/**
 * Creates a reader of provider webhooks. It throws whatever `readWebhook` throws. A wrong signature
 * is also logged, once a minute per provider: a secret that does not match the provider's would
 * leave no other trace.
 */
export function createWebhookReader({ log, now }: Pick<ApiDeps, "log" | "now">) {
  const warnedAtMs = new Map<string, number>();
  return async <Report>(provider: Receiver<Report>, request: Request): Promise<Report | null> => {
    const rawBody = await request.text();
    try {
      return await provider.readWebhook(rawBody, request.headers);
    } catch (error) {
      const isUnsigned = error instanceof DomainError && error.code === "signature_invalid";
      const nowMs = now().getTime();
      // The absolute value, because the clock may have been set back.
      const passedMs = Math.abs(nowMs - (warnedAtMs.get(provider.name) ?? 0));
      if (isUnsigned && passedMs >= WARN_EVERY_MS) {
        warnedAtMs.set(provider.name, nowMs);
        log.warn(
          { provider: provider.name },
          "a webhook has a wrong signature: is its secret that of the provider?",
        );
      }
      throw error;
    }
  };
}
