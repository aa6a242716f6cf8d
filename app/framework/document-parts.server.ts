/**
 * A document in pieces: everything that is changed after rendering is in its head and its last
 * scripts. Searching or changing the whole document would copy it each time.
 */
export type DocumentParts = {
  /** Up to the end of the head, without its closing tag. */
  head: string;
  /** From there to the framework's first inline script. */
  body: string;
  /** From that script to the end. */
  scripts: string;
};

const INLINE_SCRIPT = /<script(?: nonce="[^"]*")?(?: type="module" async="")?>/;

/** Splits a document. If its structure is unknown, all of it becomes `head`. */
export function splitDocument(html: string): DocumentParts {
  const headEnd = html.indexOf("</head>");
  const rest = html.slice(headEnd);
  const length = headEnd < 0 ? -1 : rest.search(INLINE_SCRIPT);
  if (length < 0) return { head: html, body: "", scripts: "" };
  return {
    head: html.slice(0, headEnd),
    body: rest.slice(0, length),
    scripts: rest.slice(length),
  };
}

export const joinDocument = ({ head, body, scripts }: DocumentParts): string =>
  head + body + scripts;
