import type { StatementEntry } from "#domain/bank-statements.ts";
import { toDecimal } from "#domain/money.ts";

// Bank statements for tests.

export const OUR_IBAN = "DE89370400440532013000";
export type CamtVersion = "053.001.02" | "053.001.08" | "054.001.02" | "054.001.08";
export const CAMT_VERSIONS: readonly CamtVersion[] = [
  "053.001.02",
  "053.001.08",
  "054.001.02",
  "054.001.08",
];

const NO_ENTRY: StatementEntry = {
  entryRef: "BANK-1",
  endToEndId: null,
  batchRef: null,
  amountCents: 0,
  currency: "EUR",
  direction: "debit",
  isPosted: true,
  returnReason: null,
  postedOn: "2026-11-23",
};

/** A posted debit of a transfer, with changes. */
export function debit(
  endToEndId: string,
  amountCents: number,
  changes: Partial<StatementEntry> = {},
): StatementEntry {
  return { ...NO_ENTRY, endToEndId, amountCents, ...changes };
}

/** The money of a transfer that came back to our account. */
export function returned(endToEndId: string, amountCents: number): StatementEntry {
  const changes = { direction: "credit", returnReason: "AC04", entryRef: "BANK-2" } as const;
  return debit(endToEndId, amountCents, changes);
}

const escapeXml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
const tag = (name: string, content: string | null) =>
  content === null ? "" : `<${name}>${content}</${name}>`;

type AccountEntries = { iban: string | null; entries: readonly StatementEntry[] };

/** Writes the entries as a file of the bank, with entries of other accounts after ours. */
export function writeCamt(
  entries: readonly StatementEntry[],
  options: {
    version?: CamtVersion;
    iban?: string | null;
    messageId?: string;
    others?: AccountEntries[];
  } = {},
): string {
  const { version = "053.001.08", iban = OUR_IBAN, messageId = "MSG-1", others = [] } = options;
  const isOld = version.endsWith("02");
  const [root, part] = version.startsWith("053")
    ? ["BkToCstmrStmt", "Stmt"]
    : ["BkToCstmrDbtCdtNtfctn", "Ntfctn"];
  const header = `<GrpHdr><MsgId>${messageId}</MsgId><CreDtTm>2026-11-23T06:00:00Z</CreDtTm></GrpHdr>`;
  const statements = [{ iban, entries }, ...others].map((one) => {
    const id = one.iban === null ? tag("Othr", tag("Id", "4711")) : tag("IBAN", one.iban);
    const account = tag("Acct", tag("Id", id));
    const body = one.entries.map((entry) => writeEntry(entry, isOld)).join("\n");
    return `<${part}><Id>1</Id>${account}${body}</${part}>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.${version}"><${root}>${header}
${statements.join("\n")}</${root}></Document>`;
}

function writeEntry(entry: StatementEntry, isOld: boolean): string {
  const side = `<CdtDbtInd>${entry.direction === "debit" ? "DBIT" : "CRDT"}</CdtDbtInd>`;
  const status = entry.isPosted ? "BOOK" : "PDNG";
  const amount =
    entry.amountCents === null
      ? null
      : `<Amt Ccy="${entry.currency}">${toDecimal(entry.amountCents)}</Amt>`;
  const own = isOld ? tag("AmtDtls", tag("TxAmt", amount)) : `${amount}${side}`;
  const refs = tag("EndToEndId", entry.endToEndId && escapeXml(entry.endToEndId));
  const reason = entry.returnReason && tag("Rsn", tag("Cd", entry.returnReason));
  const transaction = tag(
    "TxDtls",
    `<Refs>${tag("AcctSvcrRef", escapeXml(entry.entryRef))}${refs}</Refs>${own}${tag("RtrInf", reason)}`,
  );
  const details =
    entry.batchRef === null
      ? transaction
      : `<Btch><MsgId>${escapeXml(entry.batchRef)}</MsgId><NbOfTxs>2</NbOfTxs></Btch>`;
  return `<Ntry>${amount}${side}<Sts>${isOld ? status : tag("Cd", status)}</Sts>${tag(
    "BookgDt",
    tag("Dt", entry.postedOn),
  )}<AcctSvcrRef>${escapeXml(entry.entryRef)}</AcctSvcrRef><NtryDtls>${details}</NtryDtls></Ntry>`;
}
