import type { Sql } from "../db/client.ts";

/** The provider's status of a pending deposit; `different` means paid, but a different amount. */
export type ReportedOutcome = "pending" | "different" | "unknown" | "unreachable";

/** Records a manual settlement; returns false when there is one already. */
export async function insertSettlement(
  sql: Sql,
  settlement: {
    depositId: number;
    actorId: number;
    evidence: string;
    providerSaid: ReportedOutcome;
    now: Date;
  },
): Promise<boolean> {
  const result = await sql`
    INSERT INTO deposit_settlements (deposit_id, actor_id, evidence, provider_said, created_at)
    VALUES (${settlement.depositId}, ${settlement.actorId}, ${settlement.evidence},
      ${settlement.providerSaid}, ${settlement.now})
    ON CONFLICT (deposit_id) DO NOTHING`;
  return result.count === 1;
}

/** Returns who settled a deposit manually, and on which evidence; null when nobody did. */
export async function getSettlement(
  sql: Sql,
  depositId: number,
): Promise<{ actorId: number; evidence: string } | null> {
  const [row] = await sql<{ actorId: number; evidence: string }[]>`
    SELECT actor_id AS "actorId", evidence FROM deposit_settlements
    WHERE deposit_id = ${depositId}`;
  return row ?? null;
}

/** Records that a person ended a pending deposit, for the reason it was under review. */
export async function insertEnding(
  sql: Sql,
  ending: {
    depositId: number;
    actorId: number;
    evidence: string;
    review: string;
    providerSaid: ReportedOutcome;
    now: Date;
  },
): Promise<void> {
  await sql`
    INSERT INTO deposit_endings (deposit_id, actor_id, evidence, review, provider_said, created_at)
    VALUES (${ending.depositId}, ${ending.actorId}, ${ending.evidence}, ${ending.review},
      ${ending.providerSaid}, ${ending.now})`;
}

/** Returns true for a deposit that a person ended for this review reason. */
export async function isEndedFor(sql: Sql, depositId: number, review: string): Promise<boolean> {
  const rows = await sql`
    SELECT 1 FROM deposit_endings WHERE deposit_id = ${depositId} AND review = ${review}`;
  return rows.length > 0;
}
