import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { joinCsv } from "#tests/setup/records/csv.ts";
import { readTable } from "./read-table.ts";

async function* toChunks(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function readAll(text: string | Uint8Array, size = 64) {
  const { unknownColumns, rows } = await readTable(toChunks(Buffer.from(text), size));
  const found: { line: number; cells: Record<string, string> }[] = [];
  for await (const { line, cells } of rows) found.push({ line, cells: Object.fromEntries(cells) });
  return { unknownColumns, rows: found };
}

const HEAD = "title,category,price";

describe("an untrusted table", () => {
  it.each([
    ["commas", `${HEAD}\nFog,sea,3\n`],
    [
      "semicolons, as spreadsheets in half of Europe write",
      "title;category;price\r\nFog;sea;3\r\n",
    ],
    ["tabs", "title\tcategory\tprice\nFog\tsea\t3"],
    [
      "its separator in a line above, as spreadsheets have it",
      "\ufeffsep=;\r\ntitle;category;price\r\nFog;sea;3",
    ],
    ["a byte order mark and empty lines", `\ufeff${HEAD}\n\n,,\nFog,sea,3\n\n`],
  ])("is read with %s", async (_name, text) => {
    const { rows } = await readAll(text, 3);
    expect(rows.map(({ cells }) => cells)).toEqual([
      { title_en: "Fog", category: "sea", price: "3" },
    ]);
  });

  it("names lines of the file, columns that are not ours, and cells with quotes and lines", async () => {
    const text = `${HEAD},prompt,colour\nA,sea,3,"one\ntwo ""three""",red\nB,sea,4,x,blue\n`;
    const { unknownColumns, rows } = await readAll(text);
    expect(unknownColumns).toEqual(["colour"]);
    expect(rows.map(({ line }) => line)).toEqual([2, 4]);
    expect(rows[0]?.cells.prompt).toBe('one\ntwo "three"');
  });

  it.each([
    ["more cells than columns", `${HEAD}\nFog,sea,3, 35mm, soft\n`, 4, " 35mm"],
    ["only empty cells more than columns", `${HEAD}\nFog,sea,3,, \n`, 0, undefined],
    ["a text below a column without a name", `${HEAD},,prompt\nFog,sea,3,a fox,soft\n`, 4, "a fox"],
    ["a text in a column that is not ours", `${HEAD},colour\nFog,sea,3,red\n`, 0, undefined],
  ])("names the text of no column in a row with %s", async (_name, text, column, cell) => {
    const { rows } = await readTable(toChunks(Buffer.from(text), 64));
    const found = [];
    for await (const { unnamed } of rows) found.push(unnamed);
    expect(found).toEqual([cell === undefined ? null : { column, text: cell }]);
  });

  it.each([
    ["\n"],
    ["\r\n"],
  ])("names the first line of each row, with lines that end in %j", async (end) => {
    const lines = ["sep=,", HEAD, '"A', "", 'b",sea,3', "", "C,sea,4", '"D', 'd",sea,5', "E,sea,6"];
    for (const size of [1, 7, 1_000]) {
      const { rows } = await readAll(lines.join(end), size);
      expect(rows.map(({ line }) => line)).toEqual([3, 7, 8, 10]);
    }
  });

  it.each([
    ["", "import_empty"],
    [`${HEAD},price\nFog,sea,3,4`, "import_column_twice"],
    [`${HEAD},title_en\nFog,sea,3,Haze`, "import_column_twice"],
    ["title,price\nFog,3", "import_columns_missing"],
    [`${HEAD}\n"Fog,sea,3`, "import_not_csv"],
    [`${HEAD}\nFog"x,sea,3`, "import_not_csv"],
    [`${HEAD}\n${"x".repeat(1_100_000)},sea,3`, "import_not_csv"],
    [Buffer.from(`${HEAD}\nN\u00fcrnberg,sea,3`, "latin1"), "import_not_utf8"],
  ])("that cannot be read says why", async (text, code) => {
    await expect(readAll(text)).rejects.toMatchObject({ code });
  });

  it("that an export wrote is the same again, wherever its pieces are cut", async () => {
    const cell = fc
      .string({ unit: "grapheme", maxLength: 30 })
      .map((text) => text.replaceAll("\0", ""));
    const table = fc.array(fc.tuple(cell, cell, fc.constant("3")), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(table, fc.integer({ min: 1, max: 40 }), async (rows, size) => {
        const csv = await joinCsv([[HEAD.split(","), ...rows]]);
        const { rows: found } = await readAll(csv, size);
        expect(found.map(({ cells }) => Object.values(cells))).toEqual(rows);
      }),
    );
  });

  it("never fails in another way, whatever its bytes are", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        const all = Buffer.concat([Buffer.from(`${HEAD}\n`), bytes]);
        const name = await readAll(all, 16).then(
          () => "ImportFailure",
          (error: Error) => error.name,
        );
        expect(name).toBe("ImportFailure");
      }),
    );
  });

  it("however long, leaves nothing behind for each of its pieces", async () => {
    const warnings: string[] = [];
    const note = ({ name }: Error) => warnings.push(name);
    process.on("warning", note);
    const rows = Array.from({ length: 20_000 }, (_, at) => `A harbour in the morning ${at},sea,3`);
    await readAll(["title_en,category,price", ...rows].join("\n"), 65_536);
    await new Promise((resolve) => setImmediate(resolve));
    process.off("warning", note);
    expect(warnings).toEqual([]);
  });
});
