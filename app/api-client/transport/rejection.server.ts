import { GENERATION_STATES } from "#domain/generations.ts";
import { OFFER_STATUSES } from "#domain/offers.ts";
import { PAYOUT_STATUSES } from "#domain/payouts.ts";
import { isRecord, readFlag } from "./json.server.ts";
import { readErrorList, readFieldMessages } from "./messages.server.ts";

/** What servers write in `status` for "done", in lower case. */
const DONE =
  "ok okay success successful succeeded done true 1 created updated saved deleted removed added sent accepted complete completed subscribed verified".split(
    " ",
  );
/** The states of a record that a server returns without an envelope. A failed one is none. */
const STATES = [
  ...OFFER_STATUSES,
  ...PAYOUT_STATUSES,
  ...GENERATION_STATES,
  "declined",
  "pending",
  "processing",
  "in_progress",
  "new",
  "open",
  "active",
  "paid",
].filter((state) => state !== "failed");
const ACCEPTED: ReadonlySet<string> = new Set([...DONE, ...STATES]);
const FAILED: ReadonlySet<string> = new Set(["error", "fail", "failed", "failure", "false"]);

/**
 * True if the body of a 2xx says that nothing was done (docs/decisions 0020): by `success: false`,
 * by messages in `errors`, by a `status` of failure, or by one without data that stands neither for
 * success nor for a state: what was written may have states that we do not know. A read is rejected
 * by a status of failure alone, and if it comes without data: beside data it is a state of its own,
 * such as a deposit's.
 */
export function isRejection(body: unknown, { isWrite }: { isWrite: boolean }): boolean {
  if (!isRecord(body)) return false;
  if (body.status === "ERROR") return true;
  const isStatedFalse = body.success !== undefined && readFlag(body.success) === false;
  const status = toWord(body.status);
  const hasData = ["payload", "data", "order"].some((name) => isSome(body[name]));
  if (!isWrite) return !hasData && (isStatedFalse || isFailure(status));
  if (isStatedFalse || isFailure(status) || hasErrors(body)) return true;
  return !isAccepted(status) && !hasData && !isSome(body.id);
}

/** True for a body that says what is wrong, under fields or in a list. */
export function hasErrors(body: unknown): boolean {
  const fields = Object.values(readFieldMessages(body));
  return fields.some((messages) => messages.length > 0) || readErrorList(body).length > 0;
}

function isAccepted(status: string): boolean {
  return status === "" || /^2\d\d$/.test(status) || ACCEPTED.has(status);
}

function isFailure(status: string): boolean {
  return FAILED.has(status) || /^[45]\d\d$/.test(status);
}

/** A status as a word in lower case; "" for none, and for what is no status, such as an object. */
function toWord(status: unknown): string {
  const isWord = ["string", "number", "boolean"].includes(typeof status);
  return isWord ? String(status).trim().toLowerCase() : "";
}

const isSome = (value: unknown) => value !== undefined && value !== null;
