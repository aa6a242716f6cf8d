import type { ShownMessage } from "#app/i18n/message-reference.ts";
import { isRecord } from "#domain/json.ts";
import type { MessageCode } from "#domain/messages.ts";
import { readErrorList, readFieldMessages, readMessage } from "./messages.server.ts";

/** Messages by field: our codes, or another server's texts. */
export type ApiFieldErrors = Record<string, ShownMessage[]>;

type ApiErrorOptions = {
  fields?: ApiFieldErrors;
  /** Facts in addition to the message, such as the price that is valid now. */
  details?: Record<string, string | number>;
  /** When to try again; null if the server does not state it. */
  retryAfterSeconds?: number | null;
  /** True for a read that was sent without the browser's session. */
  isGuest?: boolean;
};

/**
 * An API error that a screen may show. `code` is ours if the server sends one, else derived from
 * the status, so that screens handle one set of codes for any server. `reason` is the message to
 * show; null if the server gives none.
 */
export class ApiError extends Error {
  override readonly name = "ApiError";
  // The shape of react-router's `data()`: an error that no screen catches becomes an error page
  // with its own status instead of a 500.
  readonly type = "DataWithResponseInit";
  readonly data: { code: string };
  readonly init: { status: number };
  readonly fields: ApiFieldErrors;
  readonly details: Record<string, string | number>;
  readonly retryAfterSeconds: number | null;
  readonly isGuest: boolean;

  constructor(
    readonly status: number,
    readonly code: string,
    readonly reason: ShownMessage | null,
    { fields = {}, details = {}, retryAfterSeconds = null, isGuest = false }: ApiErrorOptions = {},
  ) {
    super(describe(reason));
    this.fields = fields;
    this.details = details;
    this.retryAfterSeconds = retryAfterSeconds;
    this.isGuest = isGuest;
    this.data = { code };
    this.init = { status: screenStatus(status, isGuest) };
  }

  /** The same error with its messages at other fields. */
  withFields(fields: ApiFieldErrors): ApiError {
    const { status, code, reason, details, retryAfterSeconds, isGuest } = this;
    return new ApiError(status, code, reason, { fields, details, retryAfterSeconds, isGuest });
  }

  /** The same error with renamed fields; if two get the same name, the last one counts. */
  renameFields(rename: (name: string) => string): ApiError {
    const entries = Object.entries(this.fields);
    return this.withFields(
      Object.fromEntries(entries.map(([name, messages]) => [rename(name), messages])),
    );
  }
}

/** The errors of a read without a session that are about its reader. */
const OF_READER: ReadonlySet<number> = new Set([403, 429]);

/**
 * The status of a page that shows the error. An error inside a 200 response (`status: "ERROR"`)
 * becomes an error status. Any other error of a read sent without the session is the server's: the
 * reader has asked for a page, and only screens know whether what is missing is its subject.
 */
function screenStatus(status: number, isGuest: boolean): number {
  if (isGuest && status < 500 && !OF_READER.has(status)) return 502;
  return status < 400 ? 422 : status;
}

/**
 * True if nothing has the requested id (404), or if it cannot be an id of this server (422):
 * servers use numbers or UUIDs.
 */
export function isUnknownId(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 422);
}

const NO_RECORD: ReadonlySet<number> = new Set([400, 404, 405, 410, 422]);

/**
 * True if the server has no public record with the requested name: it says so by a status, or
 * inside a 2xx, or returns 401 for what it lacks.
 */
export function isUnknownRecord(error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false;
  return error.status < 400 || NO_RECORD.has(error.status) || isGuestRejected(error);
}

/**
 * True for the error of a server that lacks a call: 404 or 405; for a read without a session also
 * 401, from servers that authenticate before they route. Only for calls without an id, because a
 * 404 may also mean a missing record.
 */
export function isMissingCall(error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false;
  return error.status === 404 || error.status === 405 || isGuestRejected(error);
}

/** True for a 401 to a read sent without the browser's session, which such an error cannot end. */
export function isGuestRejected(error: ApiError): boolean {
  return error.status === 401 && error.isGuest;
}

/**
 * True if the record has changed since it was read, judged by the error's code or that of a single
 * field; other servers only send 409. Any other 409 concerns the request itself.
 */
export function isChangedMeanwhile(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const ofFields = Object.values(error.fields).flat();
  const codes = [error.code, ...ofFields.map((one) => ("code" in one ? one.code : ""))];
  if (codes.some((code) => code === "offer_answered" || code.endsWith("_changed"))) return true;
  return error.status === 409 && error.code === "conflict";
}

/** The error's message for logs. */
function describe(reason: ShownMessage | null): string {
  if (!reason) return "";
  return "text" in reason ? reason.text : reason.code;
}

/** Thrown by ApiClient if the API cannot be reached or fails, with a 502 or 503. */
export type Unavailability = {
  code: "unavailable";
  /** The request's id; missing until an error page is rendered. */
  reference?: string;
  /** The parts of a response that could not be read. */
  field?: string;
  /** Status of the API's own response; missing if there was none, or none that could be read. */
  httpStatus?: number;
  /**
   * True if the API itself responded with an error in its own schema, rather than a gateway with a
   * page.
   */
  isOwnError?: boolean;
  failure?: NamedFailure;
  /** True if a write was sent: it may have been executed. */
  isUnclear?: boolean;
};

/** True for the error that ApiClient throws if the API cannot be reached or fails: a 502 or 503. */
export function isUnavailable(
  error: unknown,
): error is { init: { status: 502 | 503 }; data: Unavailability } {
  return isRecord(error) && isRecord(error.data) && error.data.code === "unavailable";
}

/**
 * True after a write whose outcome is unknown (no response, a timeout, a 5xx, a truncated
 * response): it may have been executed, so a screen must not simply ask the user to try again.
 */
export function isOutcomeUnclear(error: unknown): boolean {
  return isUnavailable(error) && error.data.isUnclear === true;
}

/**
 * The server's reason for an error (spec §8 "server message or ..."); null if it gives none, and
 * for errors of other kinds.
 */
export function reasonOf(error: unknown): ShownMessage | null {
  if (!(error instanceof ApiError)) return null;
  return error.reason ?? Object.values(error.fields)[0]?.[0] ?? null;
}

/**
 * True if the server says no more than the error's code, which may only follow from its status:
 * then a screen may have a better text. Otherwise the server's own is shown (spec §8).
 */
export function isOnlyCode(error: ApiError): boolean {
  const reason = reasonOf(error);
  return reason === null || ("code" in reason && reason.code === error.code);
}

/** Failures (HTTP 500) that screens distinguish by their text (spec §8 Offers). */
export type NamedFailure = "null_offset" | "gateway";

/** The text itself is not passed on: it is for logs, never for users. */
export function nameFailure(text: string): NamedFailure | undefined {
  if (/array offset/i.test(text) && /null/i.test(text)) return "null_offset";
  return text.includes("Gateway") ? "gateway" : undefined;
}

/** True for an unavailable API with this kind of failure. */
export function isFailureNamed(error: unknown, name: NamedFailure): boolean {
  return isUnavailable(error) && error.data.failure === name;
}

const CODE_BY_STATUS: Record<number, string> = {
  401: "unauthenticated",
  403: "forbidden",
  404: "not_found",
  409: "conflict",
  410: "product_withdrawn",
  413: "payload_too_large",
  419: "csrf_mismatch",
  422: "validation_failed",
  429: "too_many_attempts",
};

/**
 * Creates an ApiError from a response's status and (already parsed, untrusted) body. `isGuest`: the
 * response is to a read sent without the browser's session.
 */
export function toApiError(
  status: number,
  body: unknown,
  headers: Headers,
  { isGuest = false } = {},
): ApiError {
  const fields = readFieldMessages(body);
  const stated = isRecord(body) && typeof body.code === "string" ? body.code : null;
  const [first] = readErrorList(body);
  // Spec §8: the first of `errors`, then the message.
  const stating = first ?? readMessage(isRecord(body) ? { ...body, payload: null } : body);
  const message = stating && isAboutCall(status, stating) ? null : stating;
  const code = stated ?? codeOf(message) ?? CODE_BY_STATUS[status] ?? codeOfOther(status);
  const details = isRecord(body) && isRecord(body.details) ? toDetails(body.details) : {};
  const retryAfterSeconds = readRetryAfter(headers);
  return new ApiError(
    status,
    code,
    reasonFor(status, { stated, retryAfterSeconds }) ?? summaryOf(code, fields, message) ?? message,
    { fields, details, retryAfterSeconds, isGuest },
  );
}

/** A message that replaces the server's own text; null to keep that text. */
function reasonFor(
  status: number,
  { stated, retryAfterSeconds }: { stated: string | null; retryAfterSeconds: number | null },
): ShownMessage | null {
  // A 5xx text is for logs, never for users.
  if (status >= 500) return { code: "server_failed" };
  if (status !== 429 || stated !== null || retryAfterSeconds === null) return null;
  const minutes = Math.ceil(retryAfterSeconds / 60);
  return { code: "too_many_attempts_wait", params: { minutes } };
}

/** Parses seconds or a date (RFC 9110), capped at an hour; null if it is neither. */
function readRetryAfter(headers: Headers): number | null {
  const stated = headers.get("retry-after") ?? "";
  const untilDate = (Date.parse(stated) - Date.now()) / 1000;
  const seconds = /^\d+$/.test(stated) ? Number(stated) : Math.ceil(untilDate);
  return seconds > 0 ? Math.min(seconds, 3600) : null;
}

/**
 * The code of a message: servers without codes identify some cases by a fixed text (spec §6, §7),
 * some with 409.
 */
function codeOf(message: ShownMessage | null): MessageCode | null {
  const isUnverified = message && "code" in message && message.code === "email_unverified";
  return isUnverified ? message.code : null;
}

const codeOfOther = (status: number) => (status >= 500 ? "server_error" : "rejected");

/** What frameworks say of a call that they lack, which is for developers. */
function isAboutCall(status: number, message: ShownMessage): boolean {
  if (!("text" in message)) return false;
  return (
    status === 405 || (status === 404 && /^The route .+ could not be found/.test(message.text))
  );
}

/** Laravel's message for any fields, until its version 9. */
const SAYS_NOTHING = "The given data was invalid.";

/**
 * The first field error is the reason; our API's own message only states the number of the others.
 */
function summaryOf(
  code: string,
  fields: ApiFieldErrors,
  message: ShownMessage | null,
): ShownMessage | null {
  const first = Object.values(fields).flat()[0];
  if (code !== "validation_failed" || !first) return null;
  const isEmpty = message !== null && "text" in message && message.text === SAYS_NOTHING;
  return isEmpty || "code" in first ? first : null;
}

function toDetails(details: Record<string, unknown>): Record<string, string | number> {
  const usable = Object.entries(details).filter(
    (entry): entry is [string, string | number] =>
      typeof entry[1] === "string" || typeof entry[1] === "number",
  );
  return Object.fromEntries(usable);
}
