import { SaxesParser } from "saxes";
import {
  parseStatementAmount,
  STATEMENT_ENTRIES_MAX,
  type StatementEntry,
} from "#domain/bank-statements.ts";
import { cutText } from "#domain/cut-text.ts";

/** Deeper than any ISO 20022 message is nested. */
const DEPTH_MAX = 40;
const TEXT_LENGTH_MAX = 2_000;
const FORMAT = /^urn:iso:std:iso:20022:tech:xsd:(camt\.05[34]\.001\.\d{2})$/;
/** The encoding the file declares; UTF-8 by default. */
const ENCODING = /^<\?xml[^>]{0,200}\sencoding=["']([\w.-]{1,30})["']/;
export type CamtFile = {
  /** "camt.053.001.02" */
  format: string;
  messageId: string;
  statements: AccountStatement[];
};

/** The part of a file for one account. */
export type AccountStatement = {
  /** Null if the bank does not identify the account by IBAN. */
  iban: string | null;
  entries: StatementEntry[];
};

/**
 * The bytes are not a supported statement; `message` gives the location, for the log. `encoding` is
 * set when they cannot be decoded in the encoding they declare.
 */
export class CamtError extends Error {
  override readonly name = "CamtError";
  readonly encoding: string | null;
  constructor(message: string, encoding: string | null = null) {
    super(message);
    this.encoding = encoding;
  }
}

/**
 * Parses a statement (camt.053) or a notification (camt.054) of any version. Files are untrusted: a
 * DOCTYPE is rejected, so that nothing is ever expanded or fetched; only XML's predefined entities
 * are supported; depth and number of entries are bounded. Throws CamtError.
 */
export function parseCamt(bytes: Uint8Array): CamtFile {
  const builder = createBuilder();
  const parser = new SaxesParser({ xmlns: true });
  parser.on("error", (error) => fail(error.message));
  parser.on("doctype", () => fail("a document type is not allowed"));
  parser.on("opentag", ({ local, uri, attributes }) =>
    builder.open(local, uri, attributes.Ccy?.value ?? ""),
  );
  parser.on("text", (text) => builder.text(text));
  parser.on("cdata", (text) => builder.text(text));
  parser.on("closetag", () => builder.close());
  parser.write(decode(bytes)).close();
  return builder.finish();
}

function fail(reason: string): never {
  throw new CamtError(reason);
}

function decode(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes);
  try {
    const decoder = new TextDecoder(encoding, { fatal: true });
    // Without streaming, Node.js decodes windows-1252 as Latin-1, where 0x80 is not the euro sign.
    return decoder.decode(bytes, { stream: true }) + decoder.decode();
  } catch {
    throw new CamtError(`the bytes cannot be read as ${encoding}`, encoding);
  }
}

/** A label for `TextDecoder`, which supports those of the web and throws for others. */
function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  // UTF-16, recognized by its byte order mark or its first "<".
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return "utf-16le";
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return "utf-16be";
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 300)).replace(/^ï»¿/, "");
  const encoding = ENCODING.exec(head)?.[1]?.toLowerCase() ?? "utf-8";
  if (encoding.startsWith("utf-16")) throw new CamtError(`the bytes are not ${encoding}`, encoding);
  // ASCII is a subset of UTF-8; TextDecoder would treat its label as windows-1252.
  return encoding === "us-ascii" ? "utf-8" : encoding;
}

/** A statement in camt.053, a notification in camt.054. */
const STATEMENTS = ["Stmt", "Ntfctn"];

/** An element of an entry; the rest of a file is not stored. */
type Node = { name: string; text: string; currency: string; children: Node[] };

function createBuilder() {
  const path: string[] = [];
  const open: Node[] = [];
  const file: CamtFile = { format: "", messageId: "", statements: [] };
  let entryCount = 0;
  const current = () => file.statements.at(-1) ?? fail("an entry outside of a statement");
  return {
    open(name: string, uri: string, currency: string) {
      if (path.length === 0) file.format = FORMAT.exec(uri)?.[1] ?? fail("not a camt file");
      if (path.length >= DEPTH_MAX) fail("nested too deeply");
      path.push(name);
      if (open.length === 0 && STATEMENTS.includes(name)) {
        file.statements.push({ iban: null, entries: [] });
      }
      const isKept = open.length > 0 || ["GrpHdr", "Acct", "Ntry"].includes(name);
      if (!isKept) return;
      const node = { name, text: "", currency, children: [] };
      open.at(-1)?.children.push(node);
      open.push(node);
    },
    text(text: string) {
      const node = open.at(-1);
      if (node && node.text.length < TEXT_LENGTH_MAX) node.text += text;
    },
    close() {
      path.pop();
      const node = open.pop();
      if (!node || open.length > 0) return;
      if (node.name === "GrpHdr") file.messageId = textOf(node, "MsgId") ?? "";
      if (node.name === "Acct") current().iban = textOf(node, "Id", "IBAN");
      if (node.name !== "Ntry") return;
      const entries = toEntries(node);
      entryCount += entries.length;
      if (entryCount > STATEMENT_ENTRIES_MAX) fail("too many entries");
      current().entries.push(...entries);
    },
    finish(): CamtFile {
      if (file.messageId === "") fail("no message id");
      return file;
    },
  };
}

/** The transactions of a bank entry, or the entry itself if it has none. */
function toEntries(entry: Node): StatementEntry[] {
  const direction = directionOf(entry) ?? fail("an entry without a direction");
  // An xs:boolean.
  const isReversal = ["true", "1"].includes(textOf(entry, "RvslInd") ?? "");
  const shared = {
    // The status is a plain code in version 02, wrapped in an element in later versions.
    isPosted: (textOf(entry, "Sts", "Cd") ?? textOf(entry, "Sts")) === "BOOK",
    postedOn: dayOf(textOf(entry, "BookgDt", "Dt") ?? textOf(entry, "BookgDt", "DtTm")),
  };
  const entryRef = textOf(entry, "AcctSvcrRef") ?? textOf(entry, "NtryRef") ?? "";
  const transactions = childrenOf(entry, "NtryDtls").flatMap((one) => childrenOf(one, "TxDtls"));
  if (transactions.length === 0) {
    const batch = childrenOf(entry, "NtryDtls").flatMap((one) => childrenOf(one, "Btch"))[0];
    return [
      {
        ...shared,
        ...sumOf(find(entry, "Amt")),
        entryRef,
        direction,
        endToEndId: null,
        batchRef: batch ? (textOf(batch, "MsgId") ?? textOf(batch, "PmtInfId")) : null,
        returnReason: isReversal ? "RETURN" : null,
      },
    ];
  }
  return transactions.map((transaction) => {
    const isAlone = transactions.length === 1;
    const own = find(transaction, "Amt") ?? find(transaction, "AmtDtls", "TxAmt", "Amt");
    return {
      ...shared,
      // The entry's amount applies to a single transaction; with several, it is their total.
      ...sumOf(own ?? (isAlone ? find(entry, "Amt") : findInstructed(transaction, entry))),
      entryRef: textOf(transaction, "Refs", "AcctSvcrRef") ?? entryRef,
      direction: directionOf(transaction) ?? direction,
      endToEndId: textOf(transaction, "Refs", "EndToEndId"),
      batchRef: null,
      returnReason: returnOf(transaction) ?? (isReversal ? "RETURN" : null),
    };
  });
}

/** The instructed amount, which is the posted one unless it was converted or a fee was deducted. */
function findInstructed(transaction: Node, entry: Node): Node | undefined {
  const instructed = find(transaction, "AmtDtls", "InstdAmt", "Amt");
  return instructed?.currency === find(entry, "Amt")?.currency ? instructed : undefined;
}

function returnOf(transaction: Node): string | null {
  const info = find(transaction, "RtrInf");
  if (!info) return null;
  return textOf(info, "Rsn", "Cd") ?? textOf(info, "Rsn", "Prtry") ?? "RETURN";
}

function directionOf(node: Node): StatementEntry["direction"] | null {
  const indicator = textOf(node, "CdtDbtInd");
  if (indicator === null) return null;
  if (indicator === "DBIT") return "debit";
  return indicator === "CRDT" ? "credit" : fail("an unknown direction");
}

function sumOf(amount: Node | undefined) {
  if (!amount) return { amountCents: null, currency: "" };
  return {
    amountCents: parseStatementAmount(amount.text),
    currency: cutText(amount.currency, 3),
  };
}

const childrenOf = (node: Node, name: string) => node.children.filter((one) => one.name === name);

function find(node: Node, ...path: string[]): Node | undefined {
  return path.reduce<Node | undefined>((at, name) => at && childrenOf(at, name)[0], node);
}

/** ISO 20022 references have at most 35 characters, and codes are shorter. */
function textOf(node: Node, ...path: string[]): string | null {
  return cutText(find(node, ...path)?.text.trim() ?? "", 35) || null;
}

/** Null for an invalid date and for the year 0: dates in the database start with the year 1. */
function dayOf(text: string | null): string | null {
  const day = /^(?!0000)\d{4}-\d{2}-\d{2}/.exec(text ?? "")?.[0];
  const date = new Date(`${day}T00:00:00Z`);
  return day && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day) ? day : null;
}
