import type { Sql } from "../db/client.ts";

/** Returns whether a deposit of this operation exists. */
export async function isDepositBegun(
  sql: Sql,
  { userId, operationId }: { userId: number; operationId: string },
): Promise<boolean> {
  const [row] = await sql<[{ isBegun: boolean }]>`
    SELECT EXISTS (SELECT 1 FROM deposits
      WHERE user_id = ${userId} AND operation_id = ${operationId}) AS "isBegun"`;
  return row.isBegun;
}
