import type { Database } from "../../../db/client.ts";
import type { ProviderContext } from "../../provider-modules.ts";
import { createSandboxSigner } from "../../sandbox-signer.ts";

/** `deliver` sends the reports, so that they take the same path as those of a real provider. */
export type SandboxOptions = ProviderContext & { payLaterMs: number };

/** What the sandbox's payments, refunds and disputes share. */
export type SandboxContext = {
  database: Database;
  now: () => Date;
  appUrl: string;
  /** How long a payment or refund takes that is not immediate. */
  laterMs: number;
  signer: ReturnType<typeof createSandboxSigner>;
  /** Sends a signed report; true if it was accepted. */
  send(body: string): Promise<boolean>;
};

export function createSandboxContext(options: SandboxOptions): SandboxContext {
  const { database, now, appUrl, secret, payLaterMs: laterMs } = options;
  const signer = createSandboxSigner({ secret, use: "payments", now });
  const send = (body: string) => signer.post(options, "/webhooks/sandbox", body);
  return { database, now, appUrl, laterMs, signer, send };
}
