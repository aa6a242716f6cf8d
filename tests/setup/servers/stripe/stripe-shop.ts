import { expect } from "vitest";
import { checkoutResponseSchema } from "#api/contract/deposits.ts";
import { configurePayments } from "#api/providers/payments/registry.ts";
import { listViolations } from "#api/wallet/wallet.service.ts";
import { createMember } from "#tests/factories.ts";
import type { ApiAgent, ApiResponse } from "../../api/api-agent.ts";
import { createTestApi, type TestApi } from "../../api/test-api.ts";
import { fillDeposit } from "../../money/top-up.ts";
import type { StripeEvent } from "./account.ts";
import { STRIPE_KEY, STRIPE_WEBHOOK_SECRET, StripeServer } from "./stripe-server.ts";

/** A second secret of the webhook, as during a key rotation. */
export const ROTATED_SECRET = "whsec_rotated0123456789";

/** An API whose payments go to its own Stripe server. */
export class StripeShop {
  private constructor(
    readonly test: TestApi,
    readonly stripe: StripeServer,
  ) {}

  static async open(): Promise<StripeShop> {
    const late: { now: () => Date } = { now: () => new Date() };
    const stripe = await new StripeServer(() => late.now()).start();
    const { providers, problems } = configurePayments(["stripe"], {
      STRIPE_SECRET_KEY: STRIPE_KEY,
      STRIPE_WEBHOOK_SECRET: `${ROTATED_SECRET}, ${STRIPE_WEBHOOK_SECRET}`,
      STRIPE_API_URL: stripe.url,
    });
    if (problems.length > 0) throw new Error(problems.join("\n"));
    const test = await createTestApi({
      connectionsMax: 20,
      payments: (context) => providers.map((provider) => provider.create(context)),
    });
    late.now = test.clock.now;
    return new StripeShop(test, stripe);
  }

  async close(): Promise<void> {
    await this.test.close();
    await this.stripe.stop();
  }

  /** Opens a deposit of 10.00; returns its id and its session at Stripe. */
  async deposit(agent: ApiAgent, changes: Record<string, unknown> = {}) {
    const response = await agent.post("/api/deposit/checkout", fillDeposit(changes));
    if (response.status !== 200) throw new Error(`checkout: ${response.status} ${response.text}`);
    const { order_id, redirect_url } = response.as(checkoutResponseSchema);
    const sessionId = new URL(redirect_url ?? "").pathname.split("/").at(-1) ?? "";
    return { id: Number(order_id), sessionId };
  }

  /** Creates a member who has paid 10.00 by card; returns them and the deposit. */
  async createPayer() {
    const member = await createMember(this.test);
    return { ...member, deposit: await this.pay(member.agent) };
  }

  /** Pays a deposit of 10.00 by card. */
  async pay(agent: ApiAgent) {
    const deposit = await this.deposit(agent);
    this.stripe.account.pay(deposit.sessionId);
    await this.sendEvents();
    return deposit;
  }

  /** Returns the sessions of a deposit; more than one would mean more than one payment. */
  sessionsOf(depositId: number | string | undefined) {
    return [...this.stripe.account.sessions.values()].filter(
      (session) => session.metadata.deposit_id === String(depositId),
    );
  }

  /** Returns the refunds that Stripe has made of a session's payment. */
  refundsOf(sessionId: string) {
    const intent = this.stripe.account.sessions.get(sessionId)?.payment_intent;
    const refunds = [...this.stripe.account.refunds.values()];
    return refunds.filter(({ payment_intent }) => payment_intent === intent);
  }

  /** For afterEach: checks that every fault was used, and that the ledger has no violation. */
  async verify(): Promise<void> {
    this.test.clock.resume();
    expect(this.stripe.faults.splice(0)).toEqual([]);
    expect(await listViolations(this.test.database)).toEqual([]);
  }

  send(event: StripeEvent, given: Parameters<StripeServer["sign"]>[1] = {}): Promise<ApiResponse> {
    const { body, headers } = this.stripe.sign(event, given);
    return this.sendRaw(body, headers);
  }

  sendRaw(body: string, headers: Record<string, string>): Promise<ApiResponse> {
    const options = { isStateful: false, headers };
    return this.test.createAgent().request("POST", "/webhooks/stripe", body, options);
  }

  /** Sends the events since the last call, in order; returns the statuses of the responses. */
  async sendEvents(): Promise<number[]> {
    const statuses: number[] = [];
    for (const event of this.stripe.account.events.splice(0)) {
      statuses.push((await this.send(event)).status);
    }
    return statuses;
  }
}
