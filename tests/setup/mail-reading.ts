import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";

/** A mail as a mail program shows it. */
export type ReadMail = {
  /** By lower-case name, unfolded and decoded. */
  headers: Record<string, string>;
  text: string;
  html: string;
  attachments: { fileName: string; type: string; bytes: Buffer }[];
};

/** Reads every mail in an outbox folder, oldest first; empty if nothing was ever written. */
export async function readOutbox(folder: string): Promise<ReadMail[]> {
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name.endsWith(".eml")).sort();
  return Promise.all(files.map((name) => readOnce(join(folder, name))));
}

/** Waits for a mail in an outbox folder, which a background job sends; returns the newest one. */
export async function waitForMail(
  folder: string,
  isExpected: (mail: ReadMail) => boolean,
): Promise<ReadMail> {
  let found: ReadMail | undefined;
  const find = async () => {
    found = (await readOutbox(folder)).findLast(isExpected);
    return found;
  };
  await expect.poll(find).toBeDefined();
  if (!found) throw new Error("the mail is gone");
  return found;
}

const mails = new Map<string, Promise<ReadMail>>();

/**
 * Reads a file once: outbox files never change, and waiting for a mail rereads the folder often.
 */
function readOnce(path: string): Promise<ReadMail> {
  const mail = mails.get(path) ?? readFile(path).then(readMail);
  mails.set(path, mail);
  return mail;
}

/** Parses the MIME that nodemailer writes: text and HTML alternatives, and attachments. */
export function readMail(raw: Buffer): ReadMail {
  const whole = readPart(raw.toString("utf8"));
  const isMixed = whole.headers["content-type"]?.startsWith("multipart/mixed");
  const [first, ...attached] = isMixed ? listParts(whole) : [whole];
  if (!first) throw new Error("the mail is empty");
  const parts = listParts(first);
  const bodyOf = (type: string) => {
    const part = parts.find(({ headers }) => headers["content-type"]?.startsWith(type));
    if (!part) throw new Error(`the mail has no ${type}`);
    return decodeBody(part.body, part.headers["content-transfer-encoding"] ?? "7bit");
  };
  const attachments = attached.map(({ headers, body }) => ({
    fileName: /filename="?([^";]+)/.exec(headers["content-disposition"] ?? "")?.[1] ?? "",
    type: headers["content-type"]?.split(";")[0] ?? "",
    bytes: Buffer.from(body, "base64"),
  }));
  const { headers } = whole;
  return { headers, text: bodyOf("text/plain"), html: bodyOf("text/html"), attachments };
}

type Part = ReturnType<typeof readPart>;

function listParts({ headers, body }: Part): Part[] {
  const boundary = /boundary="([^"]+)"/.exec(headers["content-type"] ?? "")?.[1];
  if (!boundary) throw new Error("the mail is no multipart");
  return body.split(`--${boundary}`).slice(1, -1).map(readPart);
}

/** Returns the first address in a text that leads to `path`. */
export function findLink(text: string, path: string): URL {
  const found = [...text.matchAll(/https?:\/\/[^\s<>"]+/g)].map(([url]) => new URL(url));
  const link = found.find((url) => url.pathname.endsWith(path));
  if (!link) throw new Error(`no link to ${path} in: ${text}`);
  return link;
}

function readPart(text: string): { headers: Record<string, string>; body: string } {
  const [head = "", ...rest] = text.replace(/^\r\n/, "").split("\r\n\r\n");
  const lines = head.replace(/\r\n[ \t]+/g, " ").split("\r\n");
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim())];
  });
  return { headers: Object.fromEntries(headers), body: rest.join("\r\n\r\n").replace(/\r\n$/, "") };
}

function decodeBody(body: string, encoding: string): string {
  switch (encoding) {
    case "base64":
      return Buffer.from(body, "base64").toString("utf8");
    case "quoted-printable":
      return decodeQuoted(body.replace(/=\r\n/g, "")).replace(/\r\n/g, "\n");
    default:
      return body.replace(/\r\n/g, "\n");
  }
}

/** Decodes words like `=?UTF-8?Q?Gr=C3=BC=C3=9Fe?=` in headers. */
function decodeWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_whole, kind: string, word: string) =>
      kind.toUpperCase() === "B"
        ? Buffer.from(word, "base64").toString("utf8")
        : decodeQuoted(word.replace(/_/g, " ")),
    );
}

function decodeQuoted(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_whole, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, "latin1").toString("utf8");
}
