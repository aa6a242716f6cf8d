import type { Database } from "../../../db/client.ts";
import type { ProviderContext } from "../../provider-modules.ts";
import { createSandboxSigner } from "../../sandbox-signer.ts";

/** `deliver` sends the reports, so that they take the same path as a real provider's. */
export type SandboxOptions = ProviderContext & { payLaterMs: number };

/** What the sandbox's payments, refunds and disputes have in common. */
export type SandboxContext = {
  database: Database;
  now: () => Date;
  appUrl: string;
  /** How long a payment or a refund takes that is not at once. */
  laterMs: number;
  signer: ReturnType<typeof createSandboxSigner>;
  /** Sends a signed report; true when it was accepted. */
  send(body: string): Promise<boolean>;
};

export function createSandboxContext(options: SandboxOptions): SandboxContext {
  const { database, now, appUrl, secret, payLaterMs: laterMs } = options;
  const signer = createSandboxSigner({ secret, use: "payments", now });
  const send = (body: string) => signer.post(options, "/webhooks/sandbox", body);
  return { database, now, appUrl, laterMs, signer, send };
}
