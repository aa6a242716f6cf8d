import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { LOCALES } from "#domain/locales.ts";
import { formatEuro } from "#domain/money.ts";
import type { Files } from "../providers/files/files.ts";
import { canWrite, drawShareCard } from "../providers/images/tasks/share-card.ts";
import { SCREEN_WORDS_BY_LOCALE } from "../site/translations.ts";
import { CARDS_BYTES_MAX, shareCardJobs, toShareCard } from "./share-card.ts";

const given = {
  imageHash: "a".repeat(64),
  title: "Whale",
  eurCents: 1150,
  locale: "de",
  name: "Promptory",
  includesVat: false,
};

describe("a card", () => {
  it("writes the price as its language does", () => {
    expect(toShareCard(given).price).toBe("11,50\u00a0€");
    expect(toShareCard({ ...given, locale: "en" }).price).toBe("€11.50");
  });

  it.each([
    ["pt", "11,50\u00a0€"],
    ["uk", "11,50\u00a0€"],
    ["nl", "€\u00a011,50"],
  ])("writes it as the product's page does, in %s", (locale, price) => {
    expect(toShareCard({ ...given, locale }).price).toBe(price);
  });

  it.each(LOCALES)("says in %s that VAT is included, as the product's page does", (locale) => {
    const { price } = toShareCard({ ...given, locale, includesVat: true });
    expect(price).toContain(toShareCard({ ...given, locale }).price);
    const words = SCREEN_WORDS_BY_LOCALE.get(locale) ?? {};
    const shown = words["product.inEuroWithVat"]?.replace("{{price}}", formatEuro(1150, locale));
    // The page shows it after the price in credits.
    expect(shown?.replace(/^\S+ /, "")).toBe(price);
    expect(canWrite(price)).toBe(true);
  });

  it("is another one when anything on it is", () => {
    const changes = [
      {},
      { title: "Wal" },
      { eurCents: 1151 },
      { imageHash: "b".repeat(64) },
      { name: "Other" },
      { locale: "ar" },
      { includesVat: true },
    ];
    const hashes = changes.map((change) => toShareCard({ ...given, ...change }).hash);
    expect(new Set(hashes).size).toBe(changes.length);
    expect(toShareCard(given).hash).toBe(hashes[0]);
  });
});

describe("what can be written", () => {
  it.each([
    "Whale of the Milky Deep",
    "Säulen aus Glut, größer",
    "Łódź à l’été · 1,5 × 2 – “q”?",
    "Лисиця в снігу їґ",
    "Rebane õhtul šž",
    "ثعلب في الثلج، ١٢",
  ])("includes %s", (text) => expect(canWrite(text)).toBe(true));

  it.each(["狐狸", "Fox 🦊", "שועל"])("leaves out %s", (text) =>
    expect(canWrite(text)).toBe(false));
});

describe("a drawn card", () => {
  const paint = (background: string) =>
    sharp({ create: { width: 900, height: 1200, channels: 3, background } })
      .png()
      .toBuffer();
  /** Returns the colour of one pixel. */
  const colorAt = async (jpeg: Buffer, left: number, top: number) =>
    [...(await sharp(jpeg).extract({ left, top, width: 1, height: 1 }).raw().toBuffer())].map(
      (channel) => Math.round(channel / 16),
    );
  const inkIn = async (jpeg: Buffer, left: number, top: number) => {
    const { channels } = await sharp(
      await sharp(jpeg).extract({ left, top, width: 440, height: 200 }).png().toBuffer(),
    ).stats();
    return (channels[0]?.min ?? 255) < 100;
  };

  it("has the image where reading starts, the words beside it", async () => {
    const original = await paint("#0000ff");
    const blue = [0, 0, 16];
    const ltr = await drawShareCard({ original, card: toShareCard(given) });
    expect(await colorAt(ltr, 300, 300)).toEqual(blue);
    expect(await inkIn(ltr, 694, 40)).toBe(true);
    const rtl = await drawShareCard({
      original,
      card: toShareCard({ ...given, locale: "ar" }),
    });
    expect(await colorAt(rtl, 900, 300)).toEqual(blue);
    expect(await inkIn(rtl, 64, 40)).toBe(true);
  });

  it.each([
    "ثعلب في الثلج",
    "x".repeat(300),
    "word ".repeat(100),
    "",
    "   ",
  ])("survives the title %j", async (title) => {
    const original = await paint("#ff0000");
    const jpeg = await drawShareCard({ original, card: toShareCard({ ...given, title }) });
    const { width, height } = await sharp(jpeg).metadata();
    expect([width, height]).toEqual([1200, 630]);
  });
});

it.each([
  { bytes: CARDS_BYTES_MAX - 1, expected: [] },
  { bytes: CARDS_BYTES_MAX, expected: ["cards/older.jpg"] },
])("cards are removed, the oldest first, beside $bytes bytes of later ones", async (given) => {
  const removed: string[] = [];
  // The job uses nothing else of the files.
  const files = {
    async *list(folder: string) {
      yield { key: `${folder}/older.jpg`, bytes: 1, writtenAtMs: 1 };
      yield { key: `${folder}/later.jpg`, bytes: given.bytes, writtenAtMs: 2 };
    },
    remove: async (key: string) => void removed.push(key),
  } as unknown as Files;
  for (const job of shareCardJobs({ files })) await job.run();
  expect(removed).toEqual(given.expected);
});
