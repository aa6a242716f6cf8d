import type { FieldErrors } from "#domain/errors.ts";
import { isRecord } from "./json.server.ts";

/**
 * A refusal of the API that a screen may want to show. `code` is ours when the server sends one,
 * else derived from the status, so screens switch on one vocabulary for any server.
 */
export class ApiError extends Error {
  override readonly name = "ApiError";
  // The shape of react-router's `data()`: a refusal that no screen catches becomes an error page
  // with the refusal's own status instead of a 500.
  readonly type = "DataWithResponseInit";
  readonly data: { code: string };
  readonly init: { status: number };

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly fields: FieldErrors = {},
    readonly details: Record<string, string | number> = {},
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(message);
    this.data = { code };
    // A refusal inside a 200 answer (`status: "ERROR"`) is a refusal all the same.
    this.init = { status: status >= 400 ? status : 422 };
  }
}

/** What ApiClient throws when the API cannot be reached or fails, with a 502 or 503. */
export type Unavailability = {
  code: "unavailable";
  reference: string;
  /** Of the API's own response; missing when there was none, or none that could be read. */
  httpStatus?: number;
  failure?: NamedFailure;
  /** A write was sent: it may have been done. */
  isUnclear?: boolean;
};

/** True for what ApiClient throws when the API cannot be reached or fails: a 502 or 503. */
export function isUnavailable(
  error: unknown,
): error is { init: { status: 502 | 503 }; data: Unavailability } {
  return isRecord(error) && isRecord(error.data) && error.data.code === "unavailable";
}

/**
 * True after a write that was sent and whose fate nobody knows (no response, a timeout, a 5xx, a
 * response that broke off): it may have been done, so a screen must not ask to simply try again.
 */
export function isOutcomeUnclear(error: unknown): boolean {
  return isUnavailable(error) && error.data.isUnclear === true;
}

/**
 * What the server says about its refusal, for a person to read (spec §8 "server message or ..."); null
 * when it says nothing, and for anything but a refusal.
 */
export function messageOf(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null;
  return error.message || (Object.values(error.fields)[0]?.[0] ?? null);
}

/** Failures (HTTP 500) that screens tell apart by what their text mentions (spec §8 Offers). */
export type NamedFailure = "null_offset" | "gateway";

/** The text itself stays here: it is for logs, never for a person. */
export function nameFailure(text: string): NamedFailure | undefined {
  if (/array offset/i.test(text) && /null/i.test(text)) return "null_offset";
  return text.includes("Gateway") ? "gateway" : undefined;
}

/** True for an unavailable API whose failure has this name. */
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

/** The text of spec §6 and §7 by which any server, ours or another, says so (some with 409). */
export const EMAIL_UNVERIFIED_MESSAGE = "Your email address is not verified.";

/** Makes an ApiError of an answer's status and (already parsed, untrusted) body. */
export function toApiError(status: number, body: unknown, headers: Headers): ApiError {
  const fields = isRecord(body) && isRecord(body.errors) ? toFieldErrors(body.errors) : {};
  const message = isRecord(body) && typeof body.message === "string" ? body.message : "";
  const stated = isRecord(body) && typeof body.code === "string" ? body.code : null;
  const code =
    stated ??
    (message === EMAIL_UNVERIFIED_MESSAGE ? "email_unverified" : null) ??
    CODE_BY_STATUS[status] ??
    (status >= 500 ? "server_error" : "refused");
  const details = isRecord(body) && isRecord(body.details) ? toDetails(body.details) : {};
  const retryAfter = Number(headers.get("retry-after"));
  return new ApiError(
    status,
    code,
    // A 5xx text is for logs, never for a person.
    status >= 500 ? "Server error occurred. Please try again later or contact support." : message,
    fields,
    details,
    Number.isFinite(retryAfter) && retryAfter > 0 ? Math.min(retryAfter, 3600) : null,
  );
}

function toFieldErrors(errors: Record<string, unknown>): FieldErrors {
  const entries = Object.entries(errors).map(([field, messages]) => [
    field,
    (Array.isArray(messages) ? messages : [messages]).filter((text) => typeof text === "string"),
  ]);
  return Object.fromEntries(entries);
}

function toDetails(details: Record<string, unknown>): Record<string, string | number> {
  const usable = Object.entries(details).filter(
    (entry): entry is [string, string | number] =>
      typeof entry[1] === "string" || typeof entry[1] === "number",
  );
  return Object.fromEntries(usable);
}
