import { login } from "#app/api-client/accounts.server.ts";
import { listProducts } from "#app/api-client/catalog.server.ts";
import { getFeatures, getSettings } from "#app/api-client/site.server.ts";
import {
  ApiError,
  isGuestRejected,
  isMissingCall,
  isUnavailable,
} from "#app/api-client/transport/api-error.server.ts";
import { clearPublicCache } from "#app/api-client/transport/public-cache.server.ts";
import { watchSkipped } from "#app/api-client/transport/skipped-data.server.ts";
import { ApiClient, type ApiTarget } from "#app/api-client/transport/transport.server.ts";
import { validateAmount } from "#app/api-client/wallet/deposits.server.ts";
import { addToWishlist, removeFromWishlist } from "#app/api-client/wishlist.server.ts";
import { SERVER_FEATURES } from "#domain/site.ts";
import { CALLS, type Call, Incomplete, MissingCall, Untried } from "./calls.ts";
import { createWriteFinder, LOGIN } from "./find-write.ts";
import { GUEST_HINT, type Outcome, type Result } from "./result.ts";
import { type ResponseWatch, watchResponses } from "./watch-responses.ts";

export type CheckedCall = Pick<Call, "method" | "path" | "need" | "gives"> & {
  outcome: Outcome;
  remark: string;
};

export type Report = {
  url: string;
  calls: CheckedCall[];
  /** Features that the server reports (`settings.features`), and the missing ones. */
  features: string[];
  missingFeatures: string[];
  /** True when every required call works. */
  isUsable: boolean;
};

export type CheckOptions = {
  /** Credentials to sign in; without them only guest calls are read. */
  account?: { email: string; password: string };
  /**
   * Also tries reversible writes (adding and removing a favorite, validating an amount), and sends
   * the writes that a guard hides from guests as the member, without a body.
   */
  isWriting?: boolean;
};

/** Makes the calls of the web app (docs/own-api.md). Changes nothing unless `isWriting`. */
export async function checkApi(checked: ApiTarget, options: CheckOptions = {}): Promise<Report> {
  clearPublicCache();
  const watch = watchResponses(checked);
  const { target } = watch;
  const api = createClient(target);
  const failedLogin = options.account ? await signIn(api, options.account, watch) : null;
  const isMember = options.account !== undefined && failedLogin === null;
  const unread = failedLogin ? "not signed in: POST /login failed" : "needs --as email:password";
  const calls: CheckedCall[] = [];
  const clients = { guest: createClient(target), member: isMember ? api : null };
  const isWriting = options.isWriting ?? false;
  const writes = await createWriteFinder(target, clients, { isWriting });
  for (const call of CALLS) {
    const { method, path, need, gives } = call;
    const result = call.read
      ? await checkRead(openPage(api, target), call, { watch, unread: isMember ? null : unread })
      : await writes.find(call);
    calls.push({ method, path, need, gives, ...result });
  }
  if (failedLogin) note(calls, LOGIN, "failed", failedLogin);
  else if (isMember) note(calls, LOGIN, "ok", "signed in");
  if (isWriting && isMember) await checkWrites(openPage(api, target), calls, watch);
  noteHidden(calls, await writes.findHidden());
  const features = await getFeatures(createClient(target)).catch(() => new Set<string>());
  if (!features.has("withdrawals")) remarkUnlisted(calls);
  return {
    url: target.baseUrl,
    calls,
    features: SERVER_FEATURES.filter((feature) => features.has(feature)),
    missingFeatures: SERVER_FEATURES.filter((feature) => !features.has(feature)),
    isUsable: !calls.some(isRequiredBroken),
  };
}

function isRequiredBroken({ need, outcome }: CheckedCall): boolean {
  return need === "required" && (outcome === "missing" || outcome === "failed");
}

/** A client with the same session: the reads of each page have a time limit together. */
const openPage = ({ jar }: ApiClient, target: ApiTarget) =>
  createClient(target, jar.toCookieHeader());

function createClient(target: ApiTarget, cookieHeader: string | null = null): ApiClient {
  return new ApiClient(target, {
    cookieHeader,
    clientIp: "127.0.0.1",
    requestId: "check-api",
    locale: "en",
    // All calls are made, even if earlier ones failed.
    isFresh: true,
  });
}

async function signIn(
  api: ApiClient,
  account: { email: string; password: string },
  watch: ResponseWatch,
): Promise<string | null> {
  try {
    await login(api, account);
    await api.get("/user/profile");
    return null;
  } catch (error) {
    const { remark } = describe(error, watch);
    const reason = explainLogin(api, error);
    return reason === null ? remark : `${remark}: ${reason}`;
  }
}

/** The reason why signing in failed, as far as the cookies show it; null if they do not. */
function explainLogin({ jar, appUrl }: ApiClient, error: unknown): string | null {
  if (jar.sessionValue === null) {
    return "/sanctum/csrf-cookie set no session cookie whose name ends in _session or -session";
  }
  if (!(error instanceof ApiError && error.status === 419)) return null;
  if (jar.xsrfToken === null) return "/sanctum/csrf-cookie set no XSRF-TOKEN";
  // A server starts no session for an unknown Origin, and so cannot check tokens.
  return `the server may not know --origin ${appUrl}`;
}

/** `unread` is the reason why members' calls are not made; null if a member is signed in. */
async function checkRead(
  api: ApiClient,
  call: Call,
  { watch, unread }: { watch: ResponseWatch; unread: string | null },
): Promise<Result> {
  if (call.by === "member" && unread !== null) return { outcome: "unknown", remark: unread };
  const skipped: string[] = [];
  let isCounting = true;
  const stop = watchSkipped(({ where, count }) => {
    if (isCounting) skipped.push(`${where} (${count})`);
  });
  const readPrerequisite = async <Value>(reading: () => Promise<Value>) => {
    isCounting = false;
    const value = await reading();
    isCounting = true;
    return value;
  };
  try {
    const remark = (await call.read?.(api, readPrerequisite)) ?? "";
    if (skipped.length === 0) return { outcome: "ok", remark };
    return { outcome: "partial", remark: `cannot be read: ${skipped.join(", ")}` };
  } catch (error) {
    return describe(error, watch);
  } finally {
    stop();
  }
}

/** Reversible writes: adding and removing a favorite, and an amount that is only validated. */
async function checkWrites(
  api: ApiClient,
  calls: CheckedCall[],
  watch: ResponseWatch,
): Promise<void> {
  const attempt = async (path: string, run: () => Promise<unknown>) => {
    try {
      await run();
      note(calls, path, "ok", "tried");
    } catch (error) {
      const { outcome, remark } = describe(error, watch);
      note(calls, path, outcome, remark);
    }
  };
  const { products } = await listProducts(api, {}).catch(() => ({ products: [] }));
  const id = products[0]?.id;
  if (id !== undefined) {
    await attempt("/wishlist/toggle/{productId}", () => addToWishlist(api, id));
    await attempt("/wishlist/{productId}", () => removeFromWishlist(api, id));
  }
  const limits = await getSettings(api)
    .then(({ depositLimits }) => depositLimits)
    .catch(() => null);
  const amount = String((limits?.minCents ?? 2_000) / 100);
  await attempt("/deposit/validate-amount", () => validateAmount(api, amount));
}

/**
 * If a server does not list the withdrawal function, the shop probes for it, and may misread a 404
 * as a sign that the server has none.
 */
function remarkUnlisted(calls: CheckedCall[]): void {
  const call = calls.find(({ path }) => path === "/withdrawals");
  if (call?.outcome !== "ok" && call?.outcome !== "unknown") return;
  call.remark += "; list the feature withdrawals, or its form may be hidden";
}

function note(calls: CheckedCall[], path: string, outcome: Outcome, remark: string): void {
  const call = calls.find((one) => one.path === path);
  if (call) Object.assign(call, { outcome, remark });
}

/** Results of writes that were sent with a session. */
function noteHidden(calls: CheckedCall[], results: [Call, Result][]): void {
  for (const [{ method, path }, result] of results) {
    const hidden = calls.find((call) => call.method === method && call.path === path);
    if (hidden?.outcome === "unknown") Object.assign(hidden, result);
  }
}

function describe(error: unknown, watch: ResponseWatch): Result {
  if (error instanceof Untried) return { outcome: "unknown", remark: error.message };
  if (error instanceof MissingCall) return { outcome: "missing", remark: "404" };
  if (error instanceof Incomplete) return { outcome: "partial", remark: error.message };
  if (error instanceof ApiError) {
    const stated = [error.status, error.message].filter(Boolean).join(" ");
    const remark = isGuestRejected(error) ? `${stated}: ${GUEST_HINT}` : stated;
    return { outcome: isMissingCall(error) ? "missing" : "failed", remark };
  }
  if (isUnavailable(error)) {
    const { field } = error.data;
    if (field === undefined) return { outcome: "failed", remark: watch.explain() };
    const remark = watch.explainEnvelope() ?? `no readable ${field || "body"}`;
    return { outcome: "failed", remark };
  }
  return { outcome: "failed", remark: error instanceof Error ? error.message : String(error) };
}
