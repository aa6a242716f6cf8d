import { errorSchema } from "#api/contract/envelope.ts";
import type { ErrorCode } from "#domain/messages.ts";
import { ApiError, nameFailure, toApiError, type Unavailability } from "./api-error.server.ts";
import { readBodyText } from "./body-text.server.ts";
import { parseBody, readField } from "./json.server.ts";
import { readMessage } from "./messages.server.ts";
import { hasErrors, isRejection } from "./rejection.server.ts";

/** Limited because the server may not be ours, and a page reads several responses at once. */
export const JSON_BYTES_MAX = 2_000_000;
/** Failures for which screens have their own message; any other becomes an error page. */
const SHOWN_CODES = [
  "payment_unavailable",
  "payment_cancel_unclear",
  "generation_failed",
  "generation_busy",
  "order_undeliverable",
  "storage_full",
] as const satisfies ErrorCode[];
/** The same after a write that was not executed, because the API needs the files first. */
const SHOWN_AFTER_WRITE = [...SHOWN_CODES, "storage_unavailable"] as const satisfies ErrorCode[];

/** What is known about an unreadable response. */
export type UnavailabilityDetails = Omit<Unavailability, "code" | "reference">;

/**
 * The parsed JSON of a response, and its text. Throws ApiError for an error (4xx, a rejection
 * inside a 2xx, or a failure that a screen shows), and the result of `unreachable` for anything
 * else that is not JSON. After a write any other 2xx counts as success; `body` is null if it is not
 * JSON.
 */
export async function readJsonBody(
  response: Response,
  {
    isWrite = false,
    isFile = false,
    isGuest = false,
    unreachable,
  }: {
    isWrite?: boolean;
    isFile?: boolean;
    isGuest?: boolean;
    unreachable(status: 502 | 503, about?: UnavailabilityDetails): unknown;
  },
): Promise<{ body: unknown; text: string }> {
  const text = await readBodyText(response, JSON_BYTES_MAX).catch(() => null);
  // Cut off, badly compressed, too slow or too long: its content is unknown.
  if (text === null) throw unreachable(502, { isUnclear: isWrite });
  const body = parseBody(text);
  if (response.status >= 500) {
    const shown = toShownError(response.status, body, { isWrite, isFile });
    if (shown) throw shown;
    const failure = response.status === 500 ? nameFailure(text) : undefined;
    const status = response.status === 503 ? 503 : 502;
    const httpStatus = response.status;
    const isOwnError = errorSchema.safeParse(body).data?.code !== undefined;
    throw unreachable(status, { httpStatus, isOwnError, failure, isUnclear: isWrite });
  }
  if (!response.ok) {
    throw toApiError(response.status, body, response.headers, { isGuest });
  }
  if (isRejection(body, { isWrite })) {
    const status = hasErrors(body) ? 422 : response.status;
    throw toApiError(status, body, response.headers, { isGuest });
  }
  if (body !== undefined) return { body, text };
  if (isWrite) return { body: null, text };
  throw unreachable(502);
}

/** The failure (5xx) that a screen shows; null for one that becomes an error page. */
function toShownError(
  status: number,
  body: unknown,
  { isWrite, isFile }: { isWrite: boolean; isFile: boolean },
): ApiError | null {
  // Sent on purpose, from our own table (for example when a payment gateway fails).
  const shownCodes = isWrite ? SHOWN_AFTER_WRITE : SHOWN_CODES;
  const code = shownCodes.find((shown) => shown === readField(body, "code"));
  if (code) return new ApiError(status, code, { code });
  const message = isFile && status === 500 ? readMessage(body) : null;
  // "Server Error" is a framework's default without information; a trace is only for developers.
  const saysNothing = message && "code" in message && message.code === "server_error";
  const isForPeople = !saysNothing && readField(body, "exception") === undefined;
  return message && isForPeople ? new ApiError(status, "server_error", message) : null;
}
