import type { DocumentPart } from "#domain/verification.ts";
import type { Sql } from "../db/client.ts";
import { ownPage } from "../db/own-page.ts";
import type { OwnData } from "../noun.ts";

/** Submitted verifications, decisions on them, and views of the scans. */
export const ownVerificationData: OwnData["lists"] = {
  verifications: (sql, user, page) => sql`
    SELECT id, full_name, nationality, phone, to_char(date_of_birth, 'YYYY-MM-DD') AS date_of_birth,
      address, city, state, country, document_type, address_document_type, locale, status, reason,
      created_at, decided_at
    FROM verifications WHERE user_id = ${user.id} ${ownPage(sql, sql`id`, page)}`,
  verification_views: (sql, user, page) => sql`
    SELECT w.id, w.verification_id, w.part, w.viewed_at
    FROM verification_views w JOIN verifications v ON v.id = w.verification_id
    WHERE v.user_id = ${user.id} ${ownPage(sql, sql`w.id`, page)}`,
};

/** The user's scans that have not been deleted. */
export async function listOwnScans(
  sql: Sql,
  userId: number,
): Promise<{ verificationId: number; part: DocumentPart; fileKey: string }[]> {
  return sql<{ verificationId: number; part: DocumentPart; fileKey: string }[]>`
    SELECT d.verification_id AS "verificationId", d.part, d.file_key AS "fileKey"
    FROM verification_documents d JOIN verifications v ON v.id = d.verification_id
    WHERE v.user_id = ${userId} ORDER BY d.verification_id, d.part`;
}
