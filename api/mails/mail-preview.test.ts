import { describe, expect, it } from "vitest";
import { LOCALES } from "#domain/locales.ts";
import { nouns } from "../nouns.ts";
import { createMailPreview } from "./mail-preview.ts";

const preview = createMailPreview(nouns, "http://localhost:5173");
const prefixes = nouns.flatMap(({ mails = [] }) => mails);
const open = async (path: string) => (await preview.request(path)).text();

describe("the mails on screen", () => {
  it("are all of every noun, in each language, as HTML and as text", async () => {
    const list = await open("/dev/mails");
    for (const prefix of prefixes) {
      for (const locale of LOCALES) {
        expect(list).toContain(`?mail=${prefix}&amp;locale=${locale}"`);
      }
    }
  });

  it.each(prefixes)("show %s with its texts and samples in their places", async (prefix) => {
    for (const locale of LOCALES) {
      const path = `/dev/mails?mail=${prefix}&locale=${locale}`;
      const html = await open(path);
      expect(html).toContain(`lang="${locale}"`);
      expect(html).not.toContain("{{");
      expect(await open(`${path}&as=text`)).not.toContain("{{");
    }
  });

  it("show nothing but our own", async () => {
    const odd = "<script>alert(1)</script>";
    const page = await open(`/dev/mails?mail=${encodeURIComponent(odd)}&locale=en`);
    expect(page).not.toContain(odd);
    expect(page).toContain("<h1>Mails</h1>");
  });
});
