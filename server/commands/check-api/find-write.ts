import type { ApiClient, ApiTarget } from "#app/api-client/transport/transport.server.ts";
import type { Call } from "./calls.ts";
import { probe, type Reply, sendEmpty } from "./replies.ts";
import { GUEST_HINT, type Result } from "./result.ts";

/** The statuses with which a server rejects a write without session, token and body. */
const REJECTIONS = [400, 401, 403, 411, 415, 419, 422];
/** An invented path, to find out how a server rejects unknown ones: some check sessions first. */
const NONEXISTENT_PATH = "/a-path-that-no-server-has";
/** A guest's write for which 401 does not mean "unknown": an empty login has wrong credentials. */
export const LOGIN = "/login";
const LOGOUT = "/logout";
/**
 * Writes that a lenient server could execute without a body: it might mail the member, or apply
 * them to the member's only offer. Never sent with a session.
 */
const BODILESS = [
  "/email/verify/resend",
  "/offer/approve",
  "/offer/decline",
  "/offer/withdraw/sepa",
  "/offer/withdraw/card",
];

/** The sender of a write without a body. */
type Sender = "nobody" | "guest" | "member";

type WriteFinder = {
  /** Probes a write without session and body, so that it cannot change anybody's data. */
  find(call: Call): Promise<Result>;
  /**
   * Probes the writes whose status was that of an unknown path again, with a guest's session and
   * token. For a signed-in member, and only with permission to write, also probes the member's
   * writes: first with a guest's session, then with the member's, which the last of them (logout)
   * ends. Omits writes that could change something without a body.
   */
  findHidden(): Promise<[Call, Result][]>;
};

/** `member` is null if nobody is signed in. */
export async function createWriteFinder(
  target: ApiTarget,
  clients: { guest: ApiClient; member: ApiClient | null },
  { isWriting }: { isWriting: boolean },
): Promise<WriteFinder> {
  const missing = new Map<Call["method"], Reply>();
  for (const method of ["GET", "POST", "PUT", "DELETE"] as const) {
    const reply = await probe(target, { method, path: NONEXISTENT_PATH }).catch(() => null);
    if (reply) missing.set(method, reply);
  }
  const hidden: [Call, Result][] = [];
  return {
    async find(call) {
      try {
        const shown = await findByGet(target, call, missing.get("GET"));
        if (shown) return shown;
        const reply = await probe(target, call);
        const result = judge(call, reply, { missing: missing.get(call.method), sender: "nobody" });
        if (isUndecided(result, reply, missing.get(call.method))) hidden.push([call, result]);
        return result;
      } catch (error) {
        const remark = error instanceof Error ? error.message : String(error);
        return { outcome: "failed", remark };
      }
    },
    async findHidden() {
      const results: [Call, Result][] = [];
      const sent = hidden.filter(([call]) => isHarmless(call, { isWriting }));
      if (sent.length === 0) return results;
      const find = await createSessionFinder(target, clients, { isWriting });
      const isLast = ([{ path }]: [Call, Result]) => Number(path === LOGOUT);
      for (const [call, first] of sent.toSorted((one, other) => isLast(one) - isLast(other))) {
        const result = await find(call, first);
        if (result) results.push([call, result]);
      }
      return results;
    },
  };
}

/**
 * What a GET of the write's path reveals: a path without a GET returns 405 with its methods. Null
 * if only the write itself can reveal it, because the path has a GET or the framework never sends
 * 405.
 */
async function findByGet(
  target: ApiTarget,
  { method, path }: Call,
  missing: Reply | undefined,
): Promise<Result | null> {
  if (method === "GET" || missing?.status === 405) return null;
  const { status, allowed } = await probe(target, { method: "GET", path });
  if (status !== 405) return null;
  if (allowed === null) {
    const remark = `405 to a GET, without Allow: there, but perhaps not for ${method}`;
    return { outcome: "unknown", remark };
  }
  // Some routers only list the methods of the first matching route.
  return allowed.includes(method) ? { outcome: "ok", remark: "there; not tried" } : null;
}

/**
 * Sends hidden writes with a session; the result is null if that reveals no more than the first
 * probe.
 */
async function createSessionFinder(
  target: ApiTarget,
  { guest, member }: { guest: ApiClient; member: ApiClient | null },
  { isWriting }: { isWriting: boolean },
): Promise<(call: Call, first: Result) => Promise<Result | null>> {
  const missing = {
    guest: await sendEmpty(target, guest, NONEXISTENT_PATH),
    member: member && isWriting ? await sendEmpty(target, member, NONEXISTENT_PATH) : null,
  };
  const findAs = async (client: ApiClient, sender: "guest" | "member", call: Call) => {
    const of = missing[sender];
    const reply = await sendEmpty(target, client, call.path);
    if (reply.status === null || of === null || of.status === null) return null;
    const result = judge(call, reply, { missing: of, sender });
    return { result, isUndecided: isUndecided(result, reply, of) };
  };
  return async (call, { outcome, remark }) => {
    const isOfMember = call.by === "member" && member !== null;
    if (isOfMember && !isWriting) {
      return { outcome, remark: `${remark}; --write sends it as the member` };
    }
    // This must end the member's session, not the guest's.
    const isEnding = isOfMember && call.path === LOGOUT;
    const asGuest = isEnding ? null : await findAs(guest, "guest", call);
    if (!isOfMember || asGuest?.isUndecided === false) return asGuest?.result ?? null;
    return (await findAs(member, "member", call))?.result ?? null;
  };
}

/**
 * True if the reply equals that for an unknown path but is not a 404, so that it proves nothing.
 */
function isUndecided({ outcome }: Result, reply: Reply, missing: Reply | undefined): boolean {
  return outcome === "unknown" && reply.status !== 404 && reply.status === missing?.status;
}

function judge(
  call: Call,
  reply: Reply,
  { missing, sender }: { missing: Reply | undefined; sender: Sender },
): Result {
  const { status } = reply;
  const isRead = call.method === "GET";
  if (status === 405 && !(isRead && missing?.status === 405)) {
    return { outcome: "missing", remark: "405" };
  }
  // A link that was never mailed may also return 404.
  if (status === 404 && !isRead) return judgeNotFound(reply, missing);
  if (status === 401 && call.by === "guest" && call.path !== LOGIN) {
    return { outcome: "unknown", remark: `401: ${GUEST_HINT}` };
  }
  if (status === missing?.status) {
    return { outcome: "unknown", remark: `${status}, as for a path that no server has` };
  }
  return judgeRejection(status ?? 0, sender);
}

/**
 * A handler that finds nothing for an empty body has a message of its own; a router has the same
 * message for every path, or none.
 */
function judgeNotFound({ message }: Reply, missing: Reply | undefined): Result {
  const isOfRouter = missing?.status === 404 && missing.message === message;
  if (message === "" || isOfRouter) return { outcome: "missing", remark: "404" };
  const remark = "404, but not as for a path that no server has: of what it does not name, perhaps";
  return { outcome: "unknown", remark };
}

function judgeRejection(status: number, sender: Sender): Result {
  const remark = `${status} ${sender === "nobody" ? "without session and body" : "with a session"}`;
  if (status >= 200 && status < 300) {
    return { outcome: "unknown", remark: `${remark}: a body should be required` };
  }
  // The session was not accepted, so this says nothing about the write.
  const isOfSession =
    (status === 419 && sender !== "nobody") || (status === 401 && sender === "member");
  return { outcome: REJECTIONS.includes(status) && !isOfSession ? "ok" : "unknown", remark };
}

/** True if an empty body is rejected, or if the session that it ends is the checker's own. */
function isHarmless({ method, path }: Call, { isWriting }: { isWriting: boolean }): boolean {
  if (method !== "POST" || path.includes("{") || BODILESS.includes(path)) return false;
  return path !== LOGOUT || isWriting;
}
