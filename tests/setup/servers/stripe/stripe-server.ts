import { createHmac, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { type Session, StripeAccount, type StripeEvent } from "./account.ts";
import { parseStripeForm } from "./form.ts";
import {
  createRefundSchema,
  createSessionSchema,
  listRefundsSchema,
  listSessionsSchema,
  noParametersSchema,
  retrieveSchema,
} from "./parameters.ts";
import { StripeRejection } from "./rejection.ts";

export const STRIPE_KEY = "sk_test_0123456789abcdefghijklmn";
export const STRIPE_WEBHOOK_SECRET = "whsec_0123456789abcdefghijklmn";
/** Stripe forgets idempotency keys after a day. */
const KEYS_KEPT_MS = 24 * 60 * 60_000;
/** The API version that these shapes follow. */
const API_VERSION = "2026-10-28.endive";

/**
 * A fault of a request, before or after it takes effect. A "kept error" is repeated for each
 * request with the same idempotency key, as Stripe does.
 */
export type StripeFault =
  | ("error" | "kept error" | "rate limit" | "wrong key")
  | ("lost request" | "lost response");

type Call = { method: string; path: string; parameters: unknown };
type Kept = { fingerprint: string; response: Response; at: Date };
type Response = { status: number; body: unknown };

/**
 * A server that speaks Stripe's HTTP interface as far as the product does, and rejects what Stripe
 * rejects: a wrong key or version, unknown and malformed parameters, amounts beyond the limits,
 * idempotency keys reused with other parameters, refunds beyond what was paid, closing a page that
 * is not open, unknown ids.
 */
export class StripeServer {
  readonly account: StripeAccount;
  /** The requests that it has received, in order. */
  readonly calls: Call[] = [];
  /** Faults of the next requests that start with `on` (`POST /v1/refunds`), each used once. */
  readonly faults: { on: string; fault: StripeFault }[] = [];
  /** Refunds are created, but do not appear in lists yet. */
  areListsLate = false;
  /** Called with each new session before its request gets a response. */
  onSession: (session: Session) => Promise<void> = async () => {};
  #keys = new Map<string, Kept>();
  #port = 0;
  #server = createServer((request, response) => void this.#serve(request, response));

  constructor(private readonly now: () => Date = () => new Date()) {
    this.account = new StripeAccount({ origin: () => this.url, apiVersion: API_VERSION, now });
  }

  get url(): string {
    return `http://localhost:${this.#port}`;
  }

  /** Starts listening, at the same address as before if it was stopped. */
  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(this.#port, "localhost", resolve));
    this.#port = (this.#server.address() as AddressInfo).port;
    return this;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /**
   * Makes the next requests fail, or the next ones that start with `on`; each fault is used once.
   */
  fail(faults: StripeFault[], on = ""): void {
    this.faults.push(...faults.map((fault) => ({ on, fault })));
  }

  /** Signs a webhook as Stripe sends it. */
  sign(event: StripeEvent, given: { secret?: string; at?: Date } = {}) {
    const { secret = STRIPE_WEBHOOK_SECRET, at = this.now() } = given;
    const body = JSON.stringify(event);
    const seconds = Math.floor(at.getTime() / 1_000);
    const mac = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
    return { body, headers: { "stripe-signature": `t=${seconds},v1=${mac}` } };
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const fault = this.#takeFault(`${request.method} ${request.url}`);
    if (fault === "lost request") return void request.socket.destroy();
    const given = await this.#respond(request, fault);
    if (fault === "lost response") return void request.socket.destroy();
    response.writeHead(given.status, {
      "content-type": "application/json",
      "request-id": `req_${randomBytes(7).toString("hex")}`,
    });
    response.end(JSON.stringify(given.body));
  }

  #takeFault(line: string): StripeFault | undefined {
    const index = this.faults.findIndex(({ on }) => line.startsWith(on));
    return index < 0 ? undefined : this.faults.splice(index, 1)[0]?.fault;
  }

  async #respond(request: IncomingMessage, fault: StripeFault | undefined): Promise<Response> {
    try {
      assertAllowed(request);
      const form = await text(request);
      if (fault === "error") throw internalError();
      if (fault === "rate limit") {
        throw new StripeRejection(429, { code: "rate_limit", message: "Too many requests" });
      }
      if (fault === "wrong key") throw new StripeRejection(401, { message: "Expired API Key" });
      const { pathname, search } = new URL(request.url ?? "/", this.url);
      const call = {
        method: request.method ?? "",
        path: pathname,
        parameters: parseStripeForm(request.method === "POST" ? form : search),
      };
      this.calls.push(call);
      const key = request.headers["idempotency-key"];
      const known = new Set(this.account.sessions.keys());
      const isPost = call.method === "POST" && typeof key === "string";
      const response = isPost
        ? this.#once(key, call, fault)
        : { status: 200, body: this.#handle(call) };
      const made = [...this.account.sessions.values()].filter(({ id }) => !known.has(id));
      for (const session of made) await this.onSession(session);
      return response;
    } catch (error) {
      return toResponse(error);
    }
  }

  /**
   * Repeats the response for a key used within the last day, and rejects another request with it.
   */
  #once(key: string, call: Call, fault: StripeFault | undefined): Response {
    const fingerprint = JSON.stringify([call.path, call.parameters]);
    const kept = this.#keys.get(key);
    const at = this.now();
    if (!kept || at.getTime() - kept.at.getTime() > KEYS_KEPT_MS) {
      const isBroken = fault === "kept error";
      const response = isBroken ? toResponse(internalError()) : this.#try(call);
      this.#keys.set(key, { fingerprint, response, at });
      return response;
    }
    if (kept.fingerprint === fingerprint) return kept.response;
    throw new StripeRejection(400, {
      type: "idempotency_error",
      message: `Keys for idempotent requests can only be used with the same parameters (${key})`,
    });
  }

  #try(call: Call): Response {
    try {
      return { status: 200, body: structuredClone(this.#handle(call)) };
    } catch (error) {
      return toResponse(error);
    }
  }

  #handle({ method, path, parameters }: Call): unknown {
    const { account } = this;
    const [, , ...parts] = path.split("/");
    const route = `${method} ${parts.join("/")}`;
    if (route === "POST checkout/sessions") {
      return show(account.createSession(createSessionSchema.parse(parameters)));
    }
    if (route === "GET checkout/sessions") return this.#listSessions(parameters);
    if (route === "POST refunds") return account.createRefund(createRefundSchema.parse(parameters));
    if (route === "GET refunds") {
      const { payment_intent, ...page } = listRefundsSchema.parse(parameters);
      const refunds = (this.areListsLate ? [] : [...account.refunds.values()]).filter(
        (refund) => !payment_intent || refund.payment_intent === payment_intent,
      );
      return toPage(refunds.reverse(), page);
    }
    const id = parts.at(-1) ?? "";
    const kind = `${method} ${parts.slice(0, -1).join("/")}`;
    if (kind === "GET checkout/sessions") {
      const session = account.sessions.get(id);
      if (!session) throw StripeRejection.missing("checkout.session", id);
      return this.#expand(session, parameters);
    }
    if (route === `POST checkout/sessions/${parts[2]}/expire`) {
      retrieveSchema.parse(parameters);
      return this.#expand(account.expireByRequest(parts[2] ?? ""), parameters);
    }
    noParametersSchema.parse(parameters);
    const found =
      (kind === "GET refunds" && account.refunds.get(id)) ||
      (kind === "GET disputes" && account.disputes.get(id));
    if (found) return found;
    if (kind === "GET refunds" || kind === "GET disputes") throw StripeRejection.missing("id", id);
    throw new StripeRejection(404, { message: `Unrecognized request URL (${method}: ${path})` });
  }

  #expand(session: Session, parameters: unknown): unknown {
    const { expand } = retrieveSchema.parse(parameters);
    const intent = expand && this.account.intents.get(session.payment_intent ?? "");
    return { ...show(session), ...(intent && { payment_intent: intent }) };
  }

  #listSessions(parameters: unknown): unknown {
    const { payment_intent, created, ...page } = listSessionsSchema.parse(parameters);
    const sessions = [...this.account.sessions.values()].filter(
      (session) =>
        (!payment_intent || session.payment_intent === payment_intent) &&
        session.created >= (created?.gte ?? 0) &&
        session.created <= (created?.lte ?? Number.POSITIVE_INFINITY),
    );
    return toPage(sessions.reverse().map(show), page);
  }
}

const internalError = () => new StripeRejection(500, { type: "api_error", message: "Oops" });

function assertAllowed({ headers, method }: IncomingMessage): void {
  if (headers.authorization !== `Bearer ${STRIPE_KEY}`) {
    throw new StripeRejection(401, { message: "Invalid API Key provided" });
  }
  if (headers["stripe-version"] !== API_VERSION) {
    throw new StripeRejection(400, { message: "Invalid Stripe API version" });
  }
  const type = headers["content-type"] ?? "";
  if (method === "POST" && !type.startsWith("application/x-www-form-urlencoded")) {
    throw new StripeRejection(400, { message: "Invalid request content type" });
  }
}

/** Omits fields that are internal to the account. */
function show({ intentMetadata: _, ...session }: Session) {
  return session;
}

function toPage(
  newestFirst: { id: string }[],
  { limit, starting_after }: { limit: number; starting_after?: string },
) {
  const from = starting_after ? newestFirst.findIndex(({ id }) => id === starting_after) + 1 : 0;
  if (starting_after && from === 0) throw StripeRejection.missing("starting_after", starting_after);
  const data = newestFirst.slice(from, from + limit);
  return { object: "list", data, has_more: from + limit < newestFirst.length, url: "/v1" };
}

function toResponse(error: unknown): Response {
  if (error instanceof StripeRejection) return { status: error.status, body: error.toBody() };
  const [issue] = error instanceof z.ZodError ? error.issues : [];
  const isUnknown = issue?.code === "unrecognized_keys";
  const rejection = new StripeRejection(400, {
    message: issue?.message ?? String(error),
    param: issue?.path.join("."),
    code: isUnknown ? "parameter_unknown" : "parameter_invalid",
  });
  return { status: 400, body: rejection.toBody() };
}
