import { Hono } from "hono";
import { LOCALES } from "#domain/locales.ts";
import type { Noun } from "../noun.ts";
import { createText } from "../site/translations.ts";
import { type MailContent, toMailHtml, toMailText } from "./mail-layout.ts";

/** What stands in a text's places, by their names; any other place shows its own name. */
const SAMPLES: Record<string, string> = {
  amount: "€20.00",
  company: "Promptory",
  credits: "20.00",
  date: "20 March 2026",
  days: "5",
  name: "Mari Õun",
  number: "1024",
  price: "€120.00",
  reference: "7K3M-Q9XA",
  title: "Fog over the bay",
};

/**
 * The mail whose texts begin with `prefix`, made of what they say. A part that it does not have itself,
 * such as a button, is that of the mails beside it.
 */
function previewMail(prefix: string, locale: string, appUrl: string): MailContent {
  const text = createText(locale);
  const values: Record<string, string> = new Proxy(SAMPLES, {
    get: (samples, name) => samples[String(name)] ?? `(${String(name)})`,
  });
  const group = prefix.replace(/\.[^.]+$/, "");
  const find = (part: string): string | undefined =>
    [`${prefix}.${part}`, `${group}.${part}`]
      .map((key) => ({ key, shown: text(key, values) }))
      .find(({ key, shown }) => shown !== key)?.shown;
  const action = find("action");
  return {
    locale,
    sender: SAMPLES.company ?? "",
    heading: find("heading") ?? find("subject") ?? prefix,
    paragraphs: [find("text") ?? ""].filter(Boolean),
    action: action === undefined ? undefined : { label: action, url: `${appUrl}/${locale}` },
    closing: [find("life"), find("why")].filter((line) => line !== undefined),
  };
}

/** Every mail of the product on screen, for `npm run dev`; production does not mount it. */
export function createMailPreview(nouns: readonly Noun[], appUrl: string): Hono {
  const prefixes = nouns.flatMap(({ mails = [] }) => mails).sort();
  const app = new Hono();
  app.get("/dev/mails", (c) => {
    const { mail = "", locale = "", as } = c.req.query();
    const isOffered = LOCALES.some((code) => code === locale);
    if (!prefixes.includes(mail) || !isOffered) return c.html(listMails(prefixes));
    const content = previewMail(mail, locale, appUrl);
    return as === "text" ? c.text(toMailText(content)) : c.html(toMailHtml(content));
  });
  return app;
}

/** Prefixes and locales are our own names: nothing in them needs to be escaped. */
function listMails(prefixes: readonly string[]): string {
  const rows = prefixes.map((prefix) => {
    const links = LOCALES.map((locale) => {
      const path = `/dev/mails?mail=${prefix}&amp;locale=${locale}`;
      return `<a href="${path}">${locale}</a> (<a href="${path}&amp;as=text">text</a>)`;
    });
    return `<tr><th scope="row">${prefix}</th><td>${links.join(" ")}</td></tr>`;
  });
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Mails</title></head>' +
    `<body><h1>Mails</h1><table>${rows.join("")}</table></body></html>`
  );
}
