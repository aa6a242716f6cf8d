import { describe, expect, it } from "vitest";
import { runInWebTier, SHOP_URL } from "#tests/setup/api/web-request.ts";
import { readSignedQuery, signQuery } from "./signed-query.ts";

const PATH = "/contact-us?sent=4SWY-S9KD";

async function inTier<Result>(path: string, run: (context: Context) => Result): Promise<Result> {
  const request = new Request(`${SHOP_URL}${path}`);
  return (await runInWebTier(request, () => new Response(), run)).result;
}
type Context = Parameters<typeof signQuery>[0];

const sign = (path: string) => inTier("/en", (context) => signQuery(context, path));
const read = (path: string) =>
  inTier(path, (context) => Object.fromEntries(readSignedQuery(context)));

describe("a query that one of our redirects has signed", () => {
  it("is read again, in every language, and beside what others add to it", async () => {
    const signed = await sign(PATH);
    expect(signed).toMatch(/^\/contact-us\?sent=4SWY-S9KD&signature=[\w.~%-]+$/);
    for (const path of [`/en${signed}`, `/ar${signed}`, `/en${signed}&utm_source=mail`]) {
      expect(await read(path)).toEqual({ sent: "4SWY-S9KD" });
    }
  });

  it("is none of somebody else's, nor that of another page", async () => {
    const signed = await sign(PATH);
    const { searchParams } = new URL(signed, SHOP_URL);
    const signature = encodeURIComponent(searchParams.get("signature") ?? "");
    for (const path of [
      PATH,
      `${PATH}&signature=`,
      `${PATH}&signature=nonsense`,
      `${PATH}&signature=${signature.slice(0, -2)}`,
      `/contact-us?sent=AAAA-AAAA&signature=${signature}`,
      `/contact-us?sent=AAAA-AAAA&sent=4SWY-S9KD&signature=${signature}`,
      `/contact-us?signature=${signature}`,
      `/report-content?sent=4SWY-S9KD&signature=${signature}`,
      `/news/contact-us?sent=4SWY-S9KD&signature=${signature}`,
    ]) {
      expect(await read(`/en${path}`), path).toEqual({});
    }
  });
});
