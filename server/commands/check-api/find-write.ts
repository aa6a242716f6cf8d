import { ApiError, isUnavailable } from "#app/api-client/transport/api-error.server.ts";
import type { ApiClient, ApiTarget } from "#app/api-client/transport/transport.server.ts";
import type { Call } from "./calls.ts";
import { GUEST_HINT, type Result } from "./result.ts";

/** How a server rejects a write that has no session, token and body. */
const REJECTIONS = [400, 401, 403, 411, 415, 419, 422];
/** Shows what a server says of a path that it lacks: some check sessions before they route. */
const PATH_OF_NO_SERVER = "/a-path-that-no-server-has";
/** A guest's write that may be there and return 401: an empty login has wrong credentials. */
export const LOGIN = "/login";
const LOGOUT = "/logout";
/** Mails something to the member, without a body. */
const RESEND = "/email/verify/resend";

type WriteFinder = {
  /** Probes one without a session and a body, so that it can change nothing. */
  find(call: Call): Promise<Result>;
  /**
   * Those whose status is that of a path that the server lacks, sent again with a session and
   * its token; those that need no body to change something are left out. Ends the member's session.
   */
  findHidden(): Promise<[Call, Result][]>;
};

/** `member`: null when nobody is signed in. */
export async function createWriteFinder(
  target: ApiTarget,
  clients: { guest: ApiClient; member: ApiClient | null },
): Promise<WriteFinder> {
  const statusOfMissing = new Map<Call["method"], number>();
  for (const method of ["GET", "POST", "PUT", "DELETE"] as const) {
    const status = await probe(target, method, PATH_OF_NO_SERVER).catch(() => null);
    if (status !== null) statusOfMissing.set(method, status);
  }
  const hidden: Call[] = [];
  return {
    async find(call) {
      try {
        const status = await findStatus(target, call, statusOfMissing.get("GET"));
        if (status === THERE) return { outcome: "ok", remark: "there; not tried" };
        const result = judge(call, status, statusOfMissing.get(call.method));
        if (result.outcome === "unknown" && isHarmless(call)) hidden.push(call);
        return result;
      } catch (error) {
        const remark = error instanceof Error ? error.message : String(error);
        return { outcome: "failed", remark };
      }
    },
    async findHidden() {
      const results: [Call, Result][] = [];
      const isLast = ({ path }: Call) => Number(path === LOGOUT);
      for (const call of hidden.toSorted((one, other) => isLast(one) - isLast(other))) {
        const client = (call.by === "member" && clients.member) || clients.guest;
        const result = await findWithSession(client, call);
        if (result) results.push([call, result]);
      }
      return results;
    },
  };
}

const THERE = "there";

/**
 * The status of a write without a session and a body; THERE if a GET shows it. A path without a
 * GET returns 405 to one. Where it has one, or a framework knows no 405, the write itself is sent.
 */
async function findStatus(
  target: ApiTarget,
  { method, path }: Call,
  missingStatus: number | undefined,
): Promise<number | typeof THERE> {
  const found = await probe(target, "GET", path);
  if (method === "GET") return found;
  return found === 405 && missingStatus !== 405 ? THERE : probe(target, method, path);
}

function judge({ method, path, by }: Call, status: number, missingStatus?: number): Result {
  const isMissing = status === 404 || status === 405;
  // A link that nobody was sent may be a 404 too.
  if (isMissing && method !== "GET") return { outcome: "missing", remark: String(status) };
  if (status === 401 && by === "guest" && path !== LOGIN) {
    return { outcome: "unknown", remark: `401: ${GUEST_HINT}` };
  }
  if (status === missingStatus) {
    return { outcome: "unknown", remark: `${status}, as for a path that no server has` };
  }
  const remark = `${status} without session and body`;
  return { outcome: REJECTIONS.includes(status) ? "ok" : "unknown", remark };
}

/** True where an empty body is a rejection, and a 404 is of the call and not of an id. */
function isHarmless({ method, path }: Call): boolean {
  return method === "POST" && path !== RESEND && !path.includes("{");
}

/** Null where a session shows no more than the first probe. */
async function findWithSession(client: ApiClient, call: Call): Promise<Result | null> {
  const missingStatus = await sendEmpty(client, PATH_OF_NO_SERVER);
  const status = await sendEmpty(client, call.path);
  if (status === null) return null;
  const isMissing = status === 404 || status === 405;
  if (isMissing || status === missingStatus) return judge(call, status, status);
  if (missingStatus === null) return null;
  return { outcome: "ok", remark: `${status} with a session` };
}

/** The status; null when there is none. */
async function sendEmpty(client: ApiClient, path: string): Promise<number | null> {
  try {
    await client.send("POST", path, undefined);
    return 200;
  } catch (error) {
    if (error instanceof ApiError) return error.status;
    return isUnavailable(error) ? (error.data.httpStatus ?? null) : null;
  }
}

async function probe(target: ApiTarget, method: Call["method"], path: string): Promise<number> {
  const request = new Request(target.baseUrl + path.replaceAll(/\{\w+\}/g, "0"), {
    method,
    headers: { ...target.headers, accept: "application/json" },
    redirect: "manual",
    signal: AbortSignal.timeout(8_000),
  });
  const response = await target.fetch(request);
  await response.body?.cancel();
  return response.status;
}
