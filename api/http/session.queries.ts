import type { PendingQuery, Row } from "postgres";
import { type Role, SESSIONS_PER_MEMBER_MAX, type VerificationStatus } from "#domain/accounts.ts";
import { PERSON_VIEW_RIGHT } from "#domain/person-views.ts";
import { hasRight, type StaffRole } from "#domain/staff-roles.ts";
import type { Sql } from "../db/client.ts";
import type { SessionUser } from "./context.ts";

export type SessionRow = {
  idHash: Buffer;
  csrfToken: string;
  isRemembered: boolean;
  createdAt: Date;
  lastSeenAt: Date;
  expiresAt: Date;
  user: SessionUser;
  /** The user as whom a staff member views the shop in this session, and until when. */
  view: { person: SessionUser; until: Date } | null;
  /** The row of the session query; undefined if there was no query. */
  preloaded: unknown;
};

/** A query for one row, run in the same statement; it may refer to the session as `s`. */
export type SessionQuery = PendingQuery<Row[]>;

type SessionColumns = {
  id_hash: Buffer;
  csrf_token: string;
  is_remembered: boolean;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
  user_id: number;
  email: string;
  role: Role;
  staff_role: StaffRole | null;
  is_email_verified: boolean;
  verification_status: VerificationStatus;
  preloaded?: unknown;
} & Viewed;

type Viewed =
  | { viewed_id: null }
  | {
      viewed_id: number;
      viewed_until: Date;
      viewed_email: string;
      viewed_is_email_verified: boolean;
      viewed_verification_status: VerificationStatus;
    };

/**
 * Returns an unexpired session with its user and the row of `query`; null when there is none. Users
 * are looked up by id: with a join, the planner may read all users in order of id up to this one,
 * because it expects this one among the first, where those that signed in earlier were.
 */
export async function getSession(
  sql: Sql,
  idHash: Buffer,
  now: Date,
  query: SessionQuery | null = null,
): Promise<SessionRow | null> {
  const [row] = await sql<SessionColumns[]>`
    SELECT s.id_hash, s.csrf_token, s.is_remembered, s.created_at, s.last_seen_at, s.expires_at,
      u.id AS user_id, u.email, u.role, u.staff_role, u.email_verified_at IS NOT NULL AS is_email_verified,
      u.verification_status, v.id AS viewed_id, s.viewed_until, v.email AS viewed_email,
      v.email_verified_at IS NOT NULL AS viewed_is_email_verified,
      v.verification_status AS viewed_verification_status
      ${query ? sql`, (SELECT row_to_json(q) FROM (${query}) q) AS preloaded` : sql``}
    FROM sessions s
      CROSS JOIN LATERAL (SELECT * FROM users WHERE id = s.user_id LIMIT 1) AS u
      LEFT JOIN LATERAL (SELECT * FROM users WHERE id = s.viewed_user_id LIMIT 1) AS v
        ON s.viewed_until > ${now} AND v.role = 'member' AND v.deleted_at IS NULL
    WHERE s.id_hash = ${idHash} AND s.expires_at > ${now} AND u.deleted_at IS NULL
      AND u.disabled_at IS NULL`;
  if (!row) return null;
  return {
    idHash: row.id_hash,
    csrfToken: row.csrf_token,
    isRemembered: row.is_remembered,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    expiresAt: row.expires_at,
    user: {
      id: row.user_id,
      email: row.email,
      role: row.role,
      staffRole: row.staff_role,
      isEmailVerified: row.is_email_verified,
      verificationStatus: row.verification_status,
    },
    view: toView(row),
    preloaded: row.preloaded,
  };
}

/** Returns a session's view, which also ends when the viewer loses the right to it. */
function toView(row: SessionColumns): SessionRow["view"] {
  if (row.viewed_id === null || !hasRight(row.staff_role, PERSON_VIEW_RIGHT)) return null;
  return {
    until: row.viewed_until,
    person: {
      id: row.viewed_id,
      email: row.viewed_email,
      role: "member",
      staffRole: null,
      isEmailVerified: row.viewed_is_email_verified,
      verificationStatus: row.viewed_verification_status,
    },
  };
}

/** Makes a session view the shop as another user until that time; null ends the view. */
export async function setSessionView(
  sql: Sql,
  idHash: Buffer,
  view: { userId: number; until: Date } | null,
): Promise<void> {
  await sql`
    UPDATE sessions SET viewed_user_id = ${view?.userId ?? null},
      viewed_until = ${view?.until ?? null} WHERE id_hash = ${idHash}`;
}

/**
 * Stores a session under the hash of its id. Keeps only the member's SESSIONS_PER_MEMBER_MAX most
 * recently used sessions of its kind, because "remember me" can start one with every read, and
 * reads are not limited.
 */
export async function insertSession(
  sql: Sql,
  session: {
    idHash: Buffer;
    userId: number;
    csrfToken: string;
    isRemembered: boolean;
    now: Date;
    expiresAt: Date;
  },
): Promise<void> {
  await sql`
    INSERT INTO sessions
      (id_hash, user_id, csrf_token, is_remembered, created_at, last_seen_at, expires_at)
    VALUES (${session.idHash}, ${session.userId}, ${session.csrfToken}, ${session.isRemembered},
      ${session.now}, ${session.now}, ${session.expiresAt})`;
  await sql`
    DELETE FROM sessions WHERE id_hash IN (
      SELECT id_hash FROM sessions
      WHERE user_id = ${session.userId} AND is_remembered = ${session.isRemembered}
      ORDER BY last_seen_at DESC, id_hash OFFSET ${SESSIONS_PER_MEMBER_MAX})`;
}

/** Records that a session was used, and its new expiry. */
export async function touchSession(
  sql: Sql,
  idHash: Buffer,
  times: { now: Date; expiresAt: Date },
): Promise<void> {
  // One of many concurrent requests is enough; the others must not hold connections waiting for it.
  await sql`
    UPDATE sessions SET last_seen_at = ${times.now}, expires_at = ${times.expiresAt}
    WHERE id_hash = (
      SELECT id_hash FROM sessions WHERE id_hash = ${idHash} FOR NO KEY UPDATE SKIP LOCKED)`;
}

/** Ends sessions; ignores those that do not exist. */
export async function deleteSessions(sql: Sql, idHashes: Buffer[]): Promise<void> {
  for (const idHash of idHashes) await sql`DELETE FROM sessions WHERE id_hash = ${idHash}`;
}

/** Ends every session of a user, including remembered ones. */
export async function deleteSessionsOf(sql: Sql, userId: number): Promise<void> {
  await sql`DELETE FROM sessions WHERE user_id = ${userId}`;
}

/**
 * Delays anything that ends all sessions of this session's user until the transaction ends: a
 * password change or account deletion waits, and then also ends the sessions started here.
 */
export async function lockSessionUser(sql: Sql, idHash: Buffer): Promise<void> {
  await sql`
    SELECT 1 FROM users WHERE id = (SELECT user_id FROM sessions WHERE id_hash = ${idHash})
    FOR SHARE`;
}

/** Deletes expired sessions; returns the number deleted. */
export async function deleteExpiredSessions(sql: Sql, now: Date): Promise<number> {
  const result = await sql`DELETE FROM sessions WHERE expires_at <= ${now}`;
  return result.count;
}
