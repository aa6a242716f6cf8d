import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { STATEMENT_ENTRIES_MAX, type StatementEntry } from "#domain/bank-statements.ts";
import { CAMT_VERSIONS, debit, OUR_IBAN, returned, writeCamt } from "#tests/setup/money/camt.ts";
import { CamtError, parseCamt } from "./parse-camt.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const parse = (text: string) => parseCamt(encode(text));
const declare = (encoding: string) => FILE.replace(/encoding="[^"]*"/, `encoding="${encoding}"`);
const entriesOf = (file: ReturnType<typeof parse>) =>
  file.statements.flatMap(({ entries }) => entries);
const FILE = writeCamt([debit("PAYOUT-1", 12_000)]);

/** Any reference a bank may use, in the characters it may have. */
const reference = fc
  .string({
    unit: fc.constantFrom(..."ABCXYZ0189-/?:().,'+&<>\"é😀"),
    minLength: 1,
    maxLength: 35,
  })
  .map((text) => text.trim())
  .filter((text) => text !== "");

const anyEntry: fc.Arbitrary<StatementEntry> = fc
  .record({
    entryRef: reference,
    endToEndId: fc.option(reference),
    batchRef: fc.constant(null),
    amountCents: fc.nat(2_000_000_00),
    currency: fc.constantFrom("EUR", "USD", "PLN"),
    direction: fc.constantFrom("debit" as const, "credit" as const),
    isPosted: fc.boolean(),
    returnReason: fc.option(fc.constantFrom("AC04", "MS03", "AM09")),
    postedOn: fc.option(fc.constantFrom("2026-11-23", "2028-02-29")),
  })
  .map((entry) => entry);

describe("a camt file", () => {
  it("is parsed as it was written, in every version", () => {
    const version = fc.constantFrom(...CAMT_VERSIONS);
    fc.assert(
      fc.property(fc.array(anyEntry, { maxLength: 8 }), version, (entries, one) => {
        expect(parse(writeCamt(entries, { version: one }))).toEqual({
          format: `camt.${one}`,
          messageId: "MSG-1",
          statements: [{ iban: OUR_IBAN, entries }],
        });
      }),
    );
  });

  it("with longer references than the standard has is cut between their characters", () => {
    const long = fc.string({ unit: fc.constantFrom("A", "é", "😀"), minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(long, long, long, (messageId, endToEndId, entryRef) => {
        const file = parse(writeCamt([debit(endToEndId, 1, { entryRef })], { messageId }));
        const [entry] = entriesOf(file);
        const texts = [file.messageId, entry?.endToEndId, entry?.entryRef];
        const cut = [messageId, endToEndId, entryRef].map((text) =>
          [...text].slice(0, 35).join(""),
        );
        expect(texts).toEqual(cut);
      }),
    );
  });

  it.each(["€€😀€", "😀😀😀😀"])("with the currency %s has whole characters of it", (currency) => {
    const [entry] = entriesOf(parse(writeCamt([debit("A", 1, { currency })])));
    expect(entry?.currency).toBe([...currency].slice(0, 3).join(""));
  });

  it("has the day of an entry if a calendar has it, and null for any other", () => {
    const [year, month, date] = [fc.nat(9_999), fc.nat(13), fc.nat(32)];
    fc.assert(
      fc.property(year, month, date, (...parts) => {
        const [y = 0, m = 0, d = 0] = parts;
        const pad = (part: number, length: number) => String(part).padStart(length, "0");
        const day = `${pad(y, 4)}-${pad(m, 2)}-${pad(d, 2)}`;
        const daysCount = new Date(Date.UTC(2_000 + (y % 400), m, 0)).getUTCDate();
        const isDay = y >= 1 && m >= 1 && m <= 12 && d >= 1 && d <= daysCount;
        const [entry] = entriesOf(parse(writeCamt([debit("A", 1, { postedOn: day })])));
        expect(entry?.postedOn).toBe(isDay ? day : null);
      }),
      {
        examples: [
          [0, 6, 1],
          [0, 12, 31],
          [1, 1, 1],
          [2_000, 2, 29],
          [1_900, 2, 29],
        ],
      },
    );
  });

  it("of several accounts has the entries of each by themselves", () => {
    const [own, other, unnamed] = [debit("A", 1), debit("B", 2), debit("C", 3)];
    const others = [
      { iban: "EE382200221020145685", entries: [other] },
      { iban: null, entries: [unnamed] },
    ];
    expect(parse(writeCamt([own], { others })).statements).toEqual([
      { iban: OUR_IBAN, entries: [own] },
      ...others,
    ]);
  });

  it("that was cut or changed somewhere is parsed or rejected, never anything else", () => {
    const bytes = encode(writeCamt([debit("PAYOUT-1", 12_000), returned("PAYOUT-2", 500)]));
    const at = fc.nat(bytes.length - 1);
    fc.assert(
      fc.property(at, fc.nat(255), fc.boolean(), (position, byte, isCut) => {
        const changed = isCut ? bytes.slice(0, position) : bytes.slice();
        if (!isCut) changed[position] = byte;
        try {
          expect(entriesOf(parseCamt(changed)).length).toBeLessThanOrEqual(2);
        } catch (error) {
          expect(error).toBeInstanceOf(CamtError);
        }
      }),
      { numRuns: 400 },
    );
  });

  it("of a batch that is reported as one sum names the file", () => {
    const batch = debit("x", 30_000, { endToEndId: null, batchRef: "PAYOUTS-7" });
    expect(entriesOf(parse(writeCamt([batch])))).toEqual([batch]);
  });

  it("takes a reversal without details for a return", () => {
    const text = FILE.replace("<CdtDbtInd>DBIT", "<RvslInd>true</RvslInd><CdtDbtInd>CRDT");
    expect(entriesOf(parse(text))[0]?.returnReason).toBe("RETURN");
  });

  it("with several transfers in an entry never takes the sum of all for the sum of one", () => {
    const one = "<TxDtls><Refs><EndToEndId>PAYOUT-2</EndToEndId></Refs></TxDtls></NtryDtls>";
    const entries = entriesOf(parse(FILE.replace("</NtryDtls>", one)));
    expect(entries.map(({ amountCents }) => amountCents)).toEqual([12_000, null]);
  });

  it("with several transfers in an entry has their amounts as instructed, unless exchanged", () => {
    const instructed = (id: string, amount: string, currency: string) =>
      `<TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs><AmtDtls><InstdAmt>` +
      `<Amt Ccy="${currency}">${amount}</Amt></InstdAmt></AmtDtls></TxDtls>`;
    const text = FILE.replace(
      /<NtryDtls>.*<\/NtryDtls>/s,
      `<NtryDtls>${instructed("A", "70.00", "EUR")}${instructed("B", "50.00", "USD")}</NtryDtls>`,
    );
    expect(entriesOf(parse(text))).toMatchObject([
      { endToEndId: "A", amountCents: 7_000, currency: "EUR" },
      { endToEndId: "B", amountCents: null, currency: "" },
    ]);
  });

  it("with a return whose fee was deducted has the sum that arrived", () => {
    const details =
      "<NtryDtls><TxDtls><Refs><EndToEndId>A</EndToEndId></Refs><AmtDtls><InstdAmt>" +
      '<Amt Ccy="EUR">120.00</Amt></InstdAmt></AmtDtls><RtrInf/></TxDtls></NtryDtls>';
    const file = writeCamt([returned("A", 11_800)]);
    const text = file.replace(/<NtryDtls>.*<\/NtryDtls>/s, details);
    expect(entriesOf(parse(text))).toMatchObject([{ endToEndId: "A", amountCents: 11_800 }]);
  });

  it.each([
    ["true", "RETURN"],
    ["1", "RETURN"],
    ["false", null],
    ["0", null],
  ])("with the reversal indicator %s has the return reason %s", (indicator, returnReason) => {
    const text = FILE.replace("</CdtDbtInd>", `</CdtDbtInd><RvslInd>${indicator}</RvslInd>`);
    expect(entriesOf(parse(text))).toMatchObject([{ returnReason }]);
  });

  it.each([
    ["windows-1252", 0x80],
    ["ISO-8859-15", 0xa4],
  ])("in %s is read in it", (encoding, euro) => {
    const text = declare(encoding).replace("MSG-1", "M#");
    const bytes = Uint8Array.from(encode(text), (byte) => (byte === 0x23 ? euro : byte));
    expect(parseCamt(bytes).messageId).toBe("M€");
  });

  it.each([
    ["windows-1257", 0xd0],
    ["ISO-8859-13", 0xd0],
    ["windows-1250", 0x8a],
    ["ISO-8859-2", 0xa9],
  ])("in the Baltic or Central European %s is read in it", (encoding, letter) => {
    const text = declare(encoding).replace("MSG-1", "#");
    const bytes = Uint8Array.from(encode(text), (byte) => (byte === 0x23 ? letter : byte));
    expect(parseCamt(bytes).messageId).toBe("Š");
  });

  it("in UTF-16 is read in it, with a mark of the order of bytes or without", () => {
    const text = declare("UTF-16").replace("MSG-1", "MÜLLER ŠÕ€");
    for (const start of ["\ufeff", ""]) {
      const bytes = Buffer.from(start + text, "utf16le");
      expect(parseCamt(bytes).messageId).toBe("MÜLLER ŠÕ€");
      expect(parseCamt(bytes.swap16()).messageId).toBe("MÜLLER ŠÕ€");
    }
  });

  it.each(["UTF8", "utf-8", "US-ASCII"])("that declares %s is read as UTF-8", (encoding) => {
    expect(parse(declare(encoding).replace("MSG-1", "MÜLLER")).messageId).toBe("MÜLLER");
  });

  it.each([
    ["an encoding that nobody knows", declare("EBCDIC-INT"), "ebcdic-int"],
    ["another encoding than its bytes", declare("UTF-8").replace("MSG-1", "M\u00dc"), "utf-8"],
  ])("with %s is rejected with the name of the encoding", (_name, text, encoding) => {
    expect(() => parseCamt(Buffer.from(text, "latin1"))).toThrow(
      expect.objectContaining({ name: "CamtError", encoding }),
    );
  });

  it("is read in the encoding that it names", () => {
    const text = FILE.replace("UTF-8", "ISO-8859-1").replace("MSG-1", "MÜLLER");
    expect(parseCamt(Buffer.from(text, "latin1")).messageId).toBe("MÜLLER");
    expect(parse(`\ufeff${FILE}`).messageId).toBe("MSG-1");
  });

  it.each([
    ["an external entity", '<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]>', "&x;"],
    [
      "a billion laughs",
      '<!DOCTYPE d [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY x "&b;&b;&b;&b;">]>',
      "&x;",
    ],
    ["a document type alone", "<!DOCTYPE Document>", "MSG-1"],
    ["a document type elsewhere", '<!DOCTYPE d SYSTEM "http://127.0.0.1/x.dtd">', "MSG-1"],
    ["an entity that nobody declared", "", "&x;"],
  ])("with %s is rejected", (_name, doctype, messageId) => {
    const text = FILE.replace("?>", `?>${doctype}`).replace("MSG-1", messageId);
    expect(() => parse(text)).toThrow(CamtError);
  });

  it.each([
    ["nothing", ""],
    ["no XML", "PAYOUT-1;120.00"],
    ["a web page", "<html></html>"],
    ["our own file for the bank", FILE.replaceAll("camt.053.001.08", "pain.001.001.09")],
    ["an element that is not closed", FILE.slice(0, -20)],
    ["two roots", `${FILE}<a/>`],
    ["an entry outside of a statement", FILE.replaceAll("Stmt>", "Other>")],
    ["no message id", FILE.replace("MSG-1", " ")],
    ["an entry without a direction", FILE.replaceAll(/<CdtDbtInd>.*?<\/CdtDbtInd>/g, "")],
    ["an unknown direction", FILE.replaceAll("DBIT", "BOTH")],
    ["an unknown encoding", FILE.replace("UTF-8", "UTF-16")],
    ["what is nested too deeply", FILE.replace("<Ntry>", `<Ntry>${"<a>".repeat(60)}`)],
  ])("that is %s is rejected", (_name, text) => {
    expect(() => parse(text)).toThrow(CamtError);
  });

  it("with too many entries is rejected", () => {
    const many = Array.from({ length: STATEMENT_ENTRIES_MAX }, () => debit("X", 1));
    const others = [{ iban: null, entries: [debit("X", 1)] }];
    expect(entriesOf(parse(writeCamt(many)))).toHaveLength(STATEMENT_ENTRIES_MAX);
    expect(() => parse(writeCamt(many, { others }))).toThrow(CamtError);
  });

  it("of bytes that are no text is rejected", () => {
    expect(() => parseCamt(new Uint8Array([0x3c, 0xff, 0xfe, 0x3e]))).toThrow(CamtError);
  });
});
