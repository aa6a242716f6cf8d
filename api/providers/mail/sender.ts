import parseAddresses from "nodemailer/lib/addressparser";

/** Whom mails are from: the name, which may be "", and the address. */
export type Sender = { name: string; address: string };

/**
 * The one sender in "Name <address>" or "address"; null for a list, a group, or what is neither. It
 * is given to the mail library in parts, which quotes the name where headers need that.
 */
export function parseSender(text: string): Sender | null {
  const [only, ...others] = parseAddresses(text);
  if (only?.address === undefined || others.length > 0) return null;
  const isAddress = /^[^\s<>@,;:"()]+@[^\s<>@,;:"()]+$/.test(only.address);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a line break would begin a header.
  const isOneLine = !/[\u0000-\u001f\u007f<>]/.test(only.name);
  // The parser repairs "<a b@c.example>" by a guess.
  const isAsWritten =
    /<([^<>]*)>\s*$/.exec(text)?.[1] === only.address || text.trim() === only.address;
  return isAddress && isOneLine && isAsWritten ? { name: only.name, address: only.address } : null;
}
