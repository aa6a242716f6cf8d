import fc from "fast-check";
import { expect, it } from "vitest";
import { joinCsv } from "#tests/setup/records/csv.ts";
import { fromCsvCell } from "./csv.ts";

/** Parses CSV as spreadsheets do, as an independent implementation. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let [row, cell, isQuoted] = [[] as string[], "", false];
  for (let at = 1; at < text.length; at++) {
    const character = text[at] ?? "";
    if (isQuoted && character === '"' && text[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (character === "," || character === "\r")) {
      row.push(cell);
      cell = "";
      if (character === "\r") {
        rows.push(row);
        row = [];
        at += 1;
      }
    } else cell += character;
  }
  return rows;
}

it("is read back as it was, and no cell begins a formula", async () => {
  const cell = fc.oneof(
    fc.string(),
    fc.constantFrom(
      "=1+1",
      "+3",
      "-2",
      "-2.50",
      "@SUM(A1)",
      '"',
      "a,b",
      "a\r\nb",
      "\t=1",
      "'@",
      "＝1+1",
      "＋3",
      "－2",
      "＠SUM(A1)",
      "\n=1",
      "Füchse",
    ),
  );
  const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(rows, fc.nat(6), async (given, cut) => {
      const text = await joinCsv([given]);
      expect(await joinCsv([given.slice(0, cut), given.slice(cut)])).toBe(text);
      expect(text.startsWith("\ufeff")).toBe(true);
      const read = parseCsv(text);
      expect(read.map((row) => row.map(fromCsvCell))).toEqual(given);
      for (const one of read.flat())
        expect(one).not.toMatch(/^(?![-]\d+(?:\.\d+)?$)[=+\-@＝＋－＠\t\r\n]/);
    }),
  );
});

it.each([
  ["en", '\ufeffSum,Title\r\n-12.50,"a;b"\r\n'],
  ["de", '\ufeffSum;Title\r\n-12,50;"a;b"\r\n'],
  ["ar", '\ufeffSum,Title\r\n-12.50,"a;b"\r\n'],
])("is separated as spreadsheets in %s expect it", async (locale, expected) => {
  const rows = [
    ["Sum", "Title"],
    ["-12.50", "a;b"],
  ];
  expect(await joinCsv([rows], locale)).toBe(expected);
});
