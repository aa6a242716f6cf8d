import type { Sql } from "./client.ts";

/** A problem of a database with texts; `isLossy` if it cannot even store all of them. */
export type TextProblem = { problem: string; isLossy: boolean };

const ENCODING = "UTF8";

/**
 * Checks whether a database can store the texts of all languages and find them case-insensitively,
 * which depends on the encoding and locale it was created with. Null if there is no problem.
 */
export async function findTextProblem(sql: Sql): Promise<TextProblem | null> {
  const [{ encoding } = { encoding: "" }] = await sql<{ encoding: string }[]>`
    SELECT current_setting('server_encoding') AS encoding`;
  // In other encodings, the letters below could not even be sent.
  if (encoding !== ENCODING) {
    return { isLossy: true, problem: `its encoding is ${encoding} instead of ${ENCODING}` };
  }
  // Locales such as C know only the case of a to z; Turkish ones lowercase I to another letter.
  const [row] = await sql<{ knowsCase: boolean }[]>`
    SELECT lower('ÜЩI') = 'üщi' AS "knowsCase"`;
  if (row?.knowsCase) return null;
  return { isLossy: false, problem: "its locale does not lower letters as other languages do" };
}
