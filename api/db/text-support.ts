import type { Sql } from "./client.ts";

/** A problem of a database with texts; `isLossy` when it cannot even store all of them. */
export type TextProblem = { problem: string; isLossy: boolean };

const ENCODING = "UTF8";

/**
 * Checks whether a database can store the texts of all languages and find them regardless of case,
 * which depends on the encoding and locale that it was created with. Null if there is no problem.
 */
export async function findTextProblem(sql: Sql): Promise<TextProblem | null> {
  const [{ encoding } = { encoding: "" }] = await sql<{ encoding: string }[]>`
    SELECT current_setting('server_encoding') AS encoding`;
  // In another encoding, the letters below could not even be sent.
  if (encoding !== ENCODING) {
    return { isLossy: true, problem: `its encoding is ${encoding} instead of ${ENCODING}` };
  }
  // Locales such as C only know the case of a to z; Turkish ones convert I to another letter.
  const [row] = await sql<{ knowsCase: boolean }[]>`
    SELECT lower('ÜЩI') = 'üщi' AS "knowsCase"`;
  if (row?.knowsCase) return null;
  return { isLossy: false, problem: "its locale does not lower letters as other languages do" };
}
