import parseAddresses from "nodemailer/lib/addressparser";

/** The sender of mails: a name, which may be "", and an address. */
export type Sender = { name: string; address: string };

/**
 * Parses the single sender in "Name <address>" or "address"; null for a list, a group or anything
 * else. Name and address are passed separately to the mail library, which quotes the name where
 * headers require it.
 */
export function parseSender(text: string): Sender | null {
  const [only, ...others] = parseAddresses(text);
  if (only?.address === undefined || others.length > 0) return null;
  const isAddress = /^[^\s<>@,;:"()]+@[^\s<>@,;:"()]+$/.test(only.address);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a line break would begin a header.
  const isOneLine = !/[\u0000-\u001f\u007f<>]/.test(only.name);
  // The parser guesses what "<a b@c.example>" means.
  const isAsWritten =
    /<([^<>]*)>\s*$/.exec(text)?.[1] === only.address || text.trim() === only.address;
  return isAddress && isOneLine && isAsWritten ? { name: only.name, address: only.address } : null;
}
