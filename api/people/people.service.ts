import { normalizeEmail } from "#domain/accounts.ts";
import { toUnixSeconds } from "#domain/dates.ts";
import { DomainError, fieldError } from "#domain/errors.ts";
import { DEFAULT_LOCALE } from "#domain/locales.ts";
import { toDecimal } from "#domain/money.ts";
import { hasRight } from "#domain/staff-roles.ts";
import { queueAccountMail } from "../accounts/account-mails.ts";
import { deleteEmailVerification } from "../accounts/email-verification/email-verification.queries.ts";
import { setStaffRole, withOwnerCheck } from "../accounts/profile.queries.ts";
import { deleteResetsOf, insertResetRequest } from "../accounts/resets.queries.ts";
import { recordAction } from "../audit/audit.service.ts";
import type { HistoryMeta } from "../contract/history.ts";
import type {
  ChangePersonBody,
  ListedPerson,
  PeopleQuery,
  Person,
  PersonRecord,
} from "../contract/staff/people.ts";
import { inTransaction, isUniqueViolation, type Sql } from "../db/client.ts";
import { readHistoryPage } from "../db/history.queries.ts";
import type { ApiDeps, SessionUser } from "../http/context.ts";
import { deleteSessionsOf } from "../http/session.queries.ts";
import { requireSettings } from "../site/site.queries.ts";
import { findWaitingAdjustment } from "./adjust-balance.ts";
import {
  countRecords,
  getPerson,
  type ListedRow,
  listPeople,
  listRecords,
  lockPerson,
  type PersonRow,
  type PersonState,
  type RecordRow,
  setDisabledAt,
  setEmail,
} from "./people.queries.ts";

/** A page of people, the newest first. */
export async function listPersons(
  deps: ApiDeps,
  query: PeopleQuery,
): Promise<{ payload: ListedPerson[]; meta: HistoryMeta }> {
  const { rows, ...meta } = await listPeople(deps.database, query, readHistoryPage(query));
  return { payload: rows.map(toListed), meta };
}

/** All data about a person; the view is logged. Throws not_found. */
export async function viewPerson(deps: ApiDeps, viewer: SessionUser, id: number): Promise<Person> {
  const row = await getPerson(deps.database, id);
  if (!row) throw new DomainError("not_found");
  await recordAction(deps.database, {
    actorId: viewer.id,
    action: "user.view",
    subject: { kind: "user", id },
  });
  const now = deps.now();
  const records = await listRecords(deps.database, row, now);
  const record_counts = await countRecords(deps.database, row, now);
  const balance_request = await findWaitingAdjustment(deps.database, id);
  return { ...toPerson(row, records), record_counts, balance_request };
}

/**
 * Changes an account for a stated reason, and logs it with the old and new values unless nothing
 * changes. Throws not_found; forbidden for disabling oneself or changing one's own role;
 * last_owner; validation_failed on `email` and `staff_role`.
 */
export async function changePerson(
  deps: ApiDeps,
  actor: SessionUser,
  id: number,
  body: ChangePersonBody,
): Promise<void> {
  const isOfOthers = body.change === "disable" || body.change === "staff_role";
  if (isOfOthers && id === actor.id) throw new DomainError("forbidden");
  await inTransaction(deps.database, async (sql) => {
    const person = await lockPerson(sql, id);
    if (!person) throw new DomainError("not_found");
    const changed = await CHANGES[body.change]({ deps, sql, actor, id, person, body });
    if (changed === null) return;
    await recordAction(sql, {
      actorId: actor.id,
      action: `user.${body.change}`,
      subject: { kind: "user", id },
      ...changed,
      reason: body.reason,
    });
  });
}

type Change = {
  deps: ApiDeps;
  sql: Sql;
  actor: SessionUser;
  id: number;
  person: PersonState;
  body: ChangePersonBody;
};
/** Null when nothing changed; that is not logged. */
type Changed = { before?: object; after?: object } | null;

const CHANGES: Record<ChangePersonBody["change"], (change: Change) => Promise<Changed>> = {
  async disable({ deps, sql, id, person }) {
    if (person.isDisabled) return null;
    await withOwnerCheck(setDisabledAt(sql, id, deps.now()));
    await deleteSessionsOf(sql, id);
    return { before: { is_disabled: false }, after: { is_disabled: true } };
  },
  async enable({ sql, id, person }) {
    if (!person.isDisabled) return null;
    await setDisabledAt(sql, id, null);
    return { before: { is_disabled: true }, after: { is_disabled: false } };
  },
  async end_sessions({ sql, id }) {
    await deleteSessionsOf(sql, id);
    return {};
  },
  async send_reset({ deps, sql, person }) {
    const locale = person.locale ?? DEFAULT_LOCALE;
    await insertResetRequest(sql, { email: person.email, locale, now: deps.now() });
    return {};
  },
  email: correctEmail,
  async staff_role({ sql, actor, id, person, body }) {
    if (!hasRight(actor.staffRole, "staff")) throw new DomainError("forbidden");
    if (body.staff_role === undefined) throw fieldError("staff_role", "choice_required");
    const staffRole = body.staff_role === "none" ? null : body.staff_role;
    if (staffRole === person.staffRole) return null;
    if (person.staffRole === null) await assertConfirmed(sql, person);
    await setStaffRole(sql, id, staffRole);
    return { before: { staff_role: person.staffRole }, after: { staff_role: staffRole } };
  },
};

/**
 * Throws validation_failed on `staff_role` for an address that has to be confirmed and is not:
 * somebody else may have registered it, and would become staff.
 */
async function assertConfirmed(sql: Sql, { isEmailVerified }: PersonState): Promise<void> {
  const { isEmailVerificationEnabled } = await requireSettings(sql);
  if (isEmailVerificationEnabled && !isEmailVerified) {
    throw fieldError("staff_role", "person_unconfirmed");
  }
}

/**
 * Invalidates links sent to the old address and notifies that address; an unchanged address stays
 * verified.
 */
async function correctEmail({ deps, sql, id, person, body }: Change): Promise<Changed> {
  if (body.email === undefined) throw fieldError("email", "email_required");
  const email = normalizeEmail(body.email);
  if (email === person.email) return null;
  await setEmail(sql, id, email).catch((error: unknown) => {
    throw isUniqueViolation(error) ? fieldError("email", "email_taken") : error;
  });
  await deleteResetsOf(sql, { id, email: person.email });
  await deleteEmailVerification(sql, id);
  const locale = person.locale ?? DEFAULT_LOCALE;
  await queueAccountMail(deps, sql, {
    to: person.email,
    userId: id,
    kind: "email_changed",
    locale,
  });
  return { before: { email: person.email }, after: { email } };
}

function toListed(row: ListedRow): ListedPerson {
  return {
    id: row.id,
    email: row.email,
    name: [row.name, row.surname].filter(Boolean).join(" "),
    staff_role: row.staffRole,
    verification: row.verification,
    balance: toDecimal(row.balanceCents),
    created_at: toUnixSeconds(row.createdAt),
    is_disabled: row.isDisabled,
    is_deleted: row.isDeleted,
  };
}

function toPerson(row: PersonRow, records: Awaited<ReturnType<typeof listRecords>>): Person {
  const { address, city, postCode, country } = row;
  const lines = [address, [postCode, city].filter(Boolean).join(" "), country].filter(Boolean);
  return {
    ...toListed(row),
    phone: row.phone,
    address: lines.join(", ") || null,
    locale: row.locale,
    is_email_verified: row.isEmailVerified,
    records: {
      ledger: records.ledger.map(toRecord),
      orders: records.orders.map(toRecord),
      deposits: records.deposits.map(toRecord),
      offers: records.offers.map(toRecord),
      documents: records.documents.map(toRecord),
      sessions: records.sessions.map(toRecord),
      mails: records.mails.map(toRecord),
    },
  };
}

function toRecord({ id, at, title, status, amountCents, currency }: RecordRow): PersonRecord {
  const amount = amountCents === null ? null : toDecimal(amountCents);
  return { id, at: toUnixSeconds(at), title, status, amount, currency };
}
