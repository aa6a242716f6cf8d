import { describe, expect, it } from "vitest";
import { type CreditTransfer, type CreditTransferFile, writePain001 } from "./pain001.ts";

const FILE: CreditTransferFile = {
  messageId: "PAYOUTS-7",
  createdAt: new Date("2026-11-21T10:20:30.456Z"),
  executionDate: "2026-11-23",
  debtor: { name: "Promptory OÜ", iban: "EE382200221020145685", bic: null },
  transfers: [
    {
      endToEndId: "PAYOUT-1",
      amountCents: 15_001,
      name: "Jüri <Õ>",
      iban: "DE89370400440532013000",
      subject: "Promptory, offer 1",
    },
    {
      endToEndId: "PAYOUT-2",
      amountCents: 1,
      name: "D'Arcy & Søn",
      iban: "NO9386011117947",
      subject: "Promptory, offer 2",
    },
  ],
};
const change = (changes: Partial<CreditTransferFile>) => writePain001({ ...FILE, ...changes });
const [transfer] = FILE.transfers;
if (!transfer) throw new Error("no transfer");
const only = (changes: Partial<CreditTransfer>) => ({ transfers: [{ ...transfer, ...changes }] });
const ID = "x".repeat(36);

describe("a SEPA credit transfer file", () => {
  it("is written in the order of pain.001.001.09", () => {
    expect(writePain001(FILE)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">
<CstmrCdtTrfInitn>
  <GrpHdr>
    <MsgId>PAYOUTS-7</MsgId>
    <CreDtTm>2026-11-21T10:20:30Z</CreDtTm>
    <NbOfTxs>2</NbOfTxs>
    <CtrlSum>150.02</CtrlSum>
    <InitgPty>
      <Nm>Promptory OU</Nm>
    </InitgPty>
  </GrpHdr>
  <PmtInf>
    <PmtInfId>PAYOUTS-7</PmtInfId>
    <PmtMtd>TRF</PmtMtd>
    <BtchBookg>false</BtchBookg>
    <NbOfTxs>2</NbOfTxs>
    <CtrlSum>150.02</CtrlSum>
    <PmtTpInf>
      <SvcLvl>
        <Cd>SEPA</Cd>
      </SvcLvl>
    </PmtTpInf>
    <ReqdExctnDt>
      <Dt>2026-11-23</Dt>
    </ReqdExctnDt>
    <Dbtr>
      <Nm>Promptory OU</Nm>
    </Dbtr>
    <DbtrAcct>
      <Id>
        <IBAN>EE382200221020145685</IBAN>
      </Id>
    </DbtrAcct>
    <DbtrAgt>
      <FinInstnId>
        <Othr>
          <Id>NOTPROVIDED</Id>
        </Othr>
      </FinInstnId>
    </DbtrAgt>
    <ChrgBr>SLEV</ChrgBr>
    <CdtTrfTxInf>
      <PmtId>
        <EndToEndId>PAYOUT-1</EndToEndId>
      </PmtId>
      <Amt>
        <InstdAmt Ccy="EUR">150.01</InstdAmt>
      </Amt>
      <Cdtr>
        <Nm>Juri .O.</Nm>
      </Cdtr>
      <CdtrAcct>
        <Id>
          <IBAN>DE89370400440532013000</IBAN>
        </Id>
      </CdtrAcct>
      <RmtInf>
        <Ustrd>Promptory, offer 1</Ustrd>
      </RmtInf>
    </CdtTrfTxInf>
    <CdtTrfTxInf>
      <PmtId>
        <EndToEndId>PAYOUT-2</EndToEndId>
      </PmtId>
      <Amt>
        <InstdAmt Ccy="EUR">0.01</InstdAmt>
      </Amt>
      <Cdtr>
        <Nm>D&#39;Arcy + Son</Nm>
      </Cdtr>
      <CdtrAcct>
        <Id>
          <IBAN>NO9386011117947</IBAN>
        </Id>
      </CdtrAcct>
      <RmtInf>
        <Ustrd>Promptory, offer 2</Ustrd>
      </RmtInf>
    </CdtTrfTxInf>
  </PmtInf>
</CstmrCdtTrfInitn>
</Document>
`);
  });

  it("names the debtor's bank where the settings do", () => {
    const text = change({ debtor: { ...FILE.debtor, bic: "EEUHEE2X" } });
    expect(text).toContain("<BICFI>EEUHEE2X</BICFI>");
    expect(text).not.toContain("NOTPROVIDED");
  });

  it("sums cents, not floating points", () => {
    const transfers = Array.from({ length: 500 }, (_, index) => ({
      ...transfer,
      endToEndId: `PAYOUT-${index}`,
      amountCents: 10,
    }));
    const text = change({ transfers });
    expect(text.match(/<CtrlSum>50\.00<\/CtrlSum>/g)).toHaveLength(2);
    expect(text.match(/<NbOfTxs>500<\/NbOfTxs>/g)).toHaveLength(2);
  });

  it("has no addresses", () => {
    expect(writePain001(FILE)).not.toMatch(/PstlAdr|AdrLine/);
  });

  it.each<[string, Partial<CreditTransferFile>, string]>([
    ["no transfer", { transfers: [] }, "a file needs a transfer"],
    ["an amount of nothing", only({ amountCents: 0 }), "a transfer moves a positive amount"],
    ["a negative amount", only({ amountCents: -1 }), "a transfer moves a positive amount"],
    ["a part of a cent", only({ amountCents: 1.5 }), "not whole minor units: 1.5"],
    ["an id that is too long", { messageId: ID }, `not an id of a bank's file: ${ID}`],
    ["an id of nothing", only({ endToEndId: "" }), "not an id of a bank's file: "],
    ["an id with a slash", only({ endToEndId: "A/B" }), "not an id of a bank's file: A/B"],
    ["a name of nothing", only({ name: " / " }), "a name in a bank's file must not be empty"],
    ["an account with spaces", only({ iban: "DE89 3704 0044 0532 0130" }), "not an IBAN"],
    ["an account that is too short", only({ iban: "NO938601111794" }), "not an IBAN"],
    ["an account that is too long", only({ iban: "A".repeat(35) }), "not an IBAN"],
  ])("is not written with %s", (_what, changes, message) => {
    expect(() => change(changes)).toThrow(new RangeError(message));
  });

  it("takes the longest and shortest ids and accounts that banks do", () => {
    const transfers = [
      { ...transfer, endToEndId: "x".repeat(35), iban: "A".repeat(34) },
      { ...transfer, endToEndId: "y", iban: "B".repeat(15) },
    ];
    const text = change({ transfers });
    for (const { endToEndId, iban } of transfers) {
      expect(text).toContain(`<EndToEndId>${endToEndId}</EndToEndId>`);
      expect(text).toContain(`<IBAN>${iban}</IBAN>`);
    }
  });

  it("cuts a name at 70 characters and a subject at 140", () => {
    const text = change(only({ name: "n".repeat(71), subject: "s".repeat(141) }));
    expect(text).toContain(`<Nm>${"n".repeat(70)}</Nm>`);
    expect(text).toContain(`<Ustrd>${"s".repeat(140)}</Ustrd>`);
  });
});
