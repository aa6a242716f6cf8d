import { randomBytes } from "node:crypto";
import { mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { replaceText, zipFiles } from "#tests/setup/records/import-files.ts";
import { openArchive } from "./archive.ts";
import { ImportFailure } from "./import-failure.ts";

const TABLE = "title_en,category,price\nFog,sea,3";
const NAMES = ["a.png", "b.png", "c.png"];
/** Larger than a single read. */
const PICTURE = randomBytes(100_000);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "promptory-archive-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** Reads a zip's content: its table, and all its images concurrently, as in an import. */
async function readAll(bytes: Uint8Array, names = NAMES) {
  const path = join(folder, "t.zip");
  await writeFile(path, bytes);
  const file = await open(path);
  try {
    const archive = await openArchive(file);
    const pictures = await Promise.allSettled(names.map((name) => archive.readPicture(name)));
    const pieces: Uint8Array[] = [];
    for await (const piece of archive.openTable()) pieces.push(piece);
    return { table: Buffer.concat(pieces).toString(), pictures };
  } finally {
    await file.close();
  }
}

const toZip = () =>
  zipFiles({ "t.csv": TABLE, ...Object.fromEntries(NAMES.map((name) => [name, PICTURE])) });

describe("a zip of products", () => {
  it("is read, its table and each picture", async () => {
    const { table, pictures } = await readAll(await toZip());
    expect(table).toBe(TABLE);
    const isWhole = (picture: (typeof pictures)[number]) =>
      picture.status === "fulfilled" && PICTURE.equals(Buffer.from(picture.value ?? ""));
    expect(pictures.map(isWhole)).toEqual([true, true, true]);
  });

  it("has a picture by its exact name, or in any case if that is one's alone", async () => {
    const files = {
      "Fog.png": "red",
      "fog.png": "blue",
      "Sea.PNG": "grey",
      "set/Ice.png": "white",
    };
    const zip = await zipFiles({ "t.csv": TABLE, ...files });
    const windows = replaceText(zip, "set/Ice.png", "set\\Ice.png");
    const read = async (bytes: Buffer) => {
      const names = ["Fog.png", "fog.png", "FOG.png", "sea.png", "set\\ice.png", "set/Ice.png"];
      const { pictures } = await readAll(bytes, names);
      return pictures.map((one) => (one.status === "fulfilled" ? String(one.value) : one.reason));
    };
    const expected = ["red", "blue", "ambiguous", "grey", "white", "white"];
    expect(await read(zip)).toEqual(expected);
    expect(await read(windows)).toEqual(expected);
  });

  it("with any bytes changed is read or rejected, and nothing is thrown beside that", async () => {
    const zip = await toZip();
    const change = fc.tuple(fc.nat(zip.length - 1), fc.integer({ min: 0, max: 255 }));
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 12 }), async (changes) => {
        const bytes = Buffer.from(zip);
        for (const [at, value] of changes) bytes[at] = value;
        const failures: unknown[] = [];
        await readAll(bytes).then(
          ({ pictures }) => {
            for (const one of pictures) if (one.status === "rejected") failures.push(one.reason);
          },
          (error: unknown) => failures.push(error),
        );
        for (const failure of failures) expect(failure).toBeInstanceOf(ImportFailure);
      }),
      { numRuns: 60 },
    );
  });
});
