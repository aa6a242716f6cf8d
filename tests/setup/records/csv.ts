import { streamCsv } from "#domain/csv.ts";

/** Returns the CSV of these pages of rows in one text. */
export async function joinCsv(pages: readonly string[][][], locale?: string): Promise<string> {
  let text = "";
  for await (const piece of streamCsv(pages, locale)) text += piece;
  return text;
}
