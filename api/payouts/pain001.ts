import { assertCents, toDecimal } from "#domain/money.ts";
import { SEPA_NAME_LENGTH_MAX, toSepaText } from "./sepa-text.ts";

/** Maximum length of a remittance text. */
const SUBJECT_LENGTH_MAX = 140;
const ID = /^[A-Za-z0-9-]{1,35}$/;

export type CreditTransfer = {
  endToEndId: string;
  amountCents: number;
  name: string;
  iban: string;
  subject: string;
};

export type CreditTransferFile = {
  messageId: string;
  createdAt: Date;
  /** The requested execution date: "2026-11-23". */
  executionDate: string;
  debtor: { name: string; iban: string; bic: string | null };
  transfers: readonly CreditTransfer[];
};

/**
 * A SEPA credit transfer file in ISO 20022 pain.001.001.09: one payment with all its transfers. The
 * same input gives the same text. Contains no addresses: banks reject unstructured ones since
 * November 2026, and none is required within SEPA. Throws RangeError for input that banks reject.
 */
export function writePain001(file: CreditTransferFile): string {
  const { messageId, debtor, transfers } = file;
  if (transfers.length === 0) throw new RangeError("a file needs a transfer");
  for (const id of [messageId, ...transfers.map((transfer) => transfer.endToEndId)]) {
    if (!ID.test(id)) throw new RangeError(`not an id of a bank's file: ${id}`);
  }
  const count = element("NbOfTxs", String(transfers.length));
  const sum = element("CtrlSum", toDecimal(sumOf(transfers)));
  const header = element("GrpHdr", [
    element("MsgId", messageId),
    element("CreDtTm", `${file.createdAt.toISOString().slice(0, 19)}Z`),
    count,
    sum,
    element("InitgPty", [nameOf(debtor.name)]),
  ]);
  const payment = element("PmtInf", [
    element("PmtInfId", messageId),
    element("PmtMtd", "TRF"),
    // Each transfer is a separate entry in our bank statement, which serves as evidence for it.
    element("BtchBookg", "false"),
    count,
    sum,
    element("PmtTpInf", [element("SvcLvl", [element("Cd", "SEPA")])]),
    element("ReqdExctnDt", [element("Dt", file.executionDate)]),
    element("Dbtr", [nameOf(debtor.name)]),
    accountOf("DbtrAcct", debtor.iban),
    element("DbtrAgt", [
      element("FinInstnId", [
        debtor.bic === null
          ? element("Othr", [element("Id", "NOTPROVIDED")])
          : element("BICFI", debtor.bic),
      ]),
    ]),
    element("ChrgBr", "SLEV"),
    ...transfers.map(transferOf),
  ]);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">',
    element("CstmrCdtTrfInitn", [header, payment]),
    "</Document>",
    "",
  ].join("\n");
}

function transferOf(transfer: CreditTransfer): string {
  return element("CdtTrfTxInf", [
    element("PmtId", [element("EndToEndId", transfer.endToEndId)]),
    element("Amt", [
      `<InstdAmt Ccy="EUR">${toDecimal(requirePositive(transfer.amountCents))}</InstdAmt>`,
    ]),
    element("Cdtr", [nameOf(transfer.name)]),
    accountOf("CdtrAcct", transfer.iban),
    element("RmtInf", [
      element("Ustrd", escapeXml(toSepaText(transfer.subject, SUBJECT_LENGTH_MAX))),
    ]),
  ]);
}

function sumOf(transfers: readonly CreditTransfer[]): number {
  return transfers.reduce((sum, transfer) => sum + requirePositive(transfer.amountCents), 0);
}

function requirePositive(cents: number): number {
  assertCents(cents);
  if (cents <= 0) throw new RangeError("a transfer moves a positive amount");
  return cents;
}

function nameOf(name: string): string {
  const text = toSepaText(name, SEPA_NAME_LENGTH_MAX);
  if (text === "") throw new RangeError("a name in a bank's file must not be empty");
  return element("Nm", escapeXml(text));
}

function accountOf(tag: string, iban: string): string {
  if (!/^[A-Z0-9]{15,34}$/.test(iban)) throw new RangeError("not an IBAN");
  return element(tag, [element("Id", [element("IBAN", iban)])]);
}

/** SEPA allows these characters, but XML requires escaping them. */
function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function element(tag: string, content: string | string[]): string {
  if (typeof content === "string") return `<${tag}>${content}</${tag}>`;
  const inner = content.join("\n").replace(/^/gm, "  ");
  return `<${tag}>\n${inner}\n</${tag}>`;
}
