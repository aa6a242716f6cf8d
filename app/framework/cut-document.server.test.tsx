import { renderToString } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { cutDocument, type Slot } from "./cut-document.server.ts";
import { renderPart } from "./render-part.server.tsx";

type Reader = { name: string | null };

const Account = ({ name }: Reader) => (
  <div className="contents">{name === null ? "Sign in & more" : <b title={name}>{name}</b>}</div>
);
const Page = ({ name }: Reader) => (
  <html lang="de">
    <body>
      <Account name={name} />
      <p>Grüße</p>
      <i>off</i>, <i>off</i>
    </body>
  </html>
);
const GUEST = { name: null };
const html = (reader: Reader) => renderToString(<Page {...reader} />);
const part = ({ name }: Reader) =>
  renderPart(<Account name={name} />, {
    routeId: "page",
    loaderData: {},
    address: { pathname: "/", search: "" },
  });

const account: Slot<Reader> = {
  text: part(GUEST),
  fill: (reader) => Buffer.from(part(reader)),
};
const keepAll = (text: string) => [text];

describe("memberPages: a document that is cut where readers have something else", () => {
  it.each([
    "Ada",
    `</script><b>"O'Neill" & $& $1`,
    "\u0644\u064a\u0644\u0649",
  ])("is what React writes for %s: a part alone is as it is within a page", (name) => {
    const fill = cutDocument(Buffer.from(html(GUEST)), [account], keepAll);
    expect(fill?.({ name }).toString()).toBe(html({ name }));
    expect(fill?.(GUEST).toString()).toBe(html(GUEST));
  });

  it("is cut at more places, each of which is given its own bytes", () => {
    const splitMore = (text: string) =>
      text
        .split(/(off)/)
        .map((piece) =>
          piece === "off"
            ? { text: piece, fill: (_: Reader, own: Buffer) => Buffer.concat([own, own]) }
            : piece,
        );
    const fill = cutDocument(Buffer.from(html(GUEST)), [account], splitMore);
    expect(fill?.({ name: "Ada" }).toString()).toBe(
      html({ name: "Ada" }).replaceAll("off", "offoff"),
    );
  });

  it("is none where a text is missing or there twice", () => {
    const cut = (page: string) => cutDocument(Buffer.from(page), [account], keepAll);
    expect(cut(html({ name: "Ada" }))).toBeNull();
    expect(cut(html(GUEST) + part(GUEST))).toBeNull();
  });
});
