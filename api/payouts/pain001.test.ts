import { describe, expect, it } from "vitest";
import { type CreditTransferFile, writePain001 } from "./pain001.ts";

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

  it.each<[string, Partial<CreditTransferFile>]>([
    ["no transfer", { transfers: [] }],
    ["an amount of nothing", { transfers: [{ ...transfer, amountCents: 0 }] }],
    ["a negative amount", { transfers: [{ ...transfer, amountCents: -1 }] }],
    ["a part of a cent", { transfers: [{ ...transfer, amountCents: 1.5 }] }],
    ["an id that is too long", { messageId: "x".repeat(36) }],
    ["an id with a slash", { transfers: [{ ...transfer, endToEndId: "A/B" }] }],
    ["a name of nothing", { transfers: [{ ...transfer, name: " / " }] }],
    ["an account with spaces", { transfers: [{ ...transfer, iban: "DE89 3704 0044 0532 0130" }] }],
  ])("is not written with %s", (_what, changes) => {
    expect(() => change(changes)).toThrow(RangeError);
  });
});
