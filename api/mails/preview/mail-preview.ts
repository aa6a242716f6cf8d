import { Hono } from "hono";
import { escapeHtml } from "#domain/escape-html.ts";
import { LOCALES } from "#domain/locales.ts";
import type { ApiDeps } from "../../http/context.ts";
import type { Noun } from "../../noun.ts";
import { type PreviewedMail, previewMails } from "./preview-mails.ts";

const PATH = "/dev/mails";

/**
 * Creates the app that shows every mail of the product, for `npm run dev`; not mounted in
 * production. `as` is html, text or file (with `file`, its number); without it the page shows the
 * mail in all forms.
 */
export function createMailPreview(deps: ApiDeps, nouns: readonly Noun[]): Hono {
  const names = nouns.flatMap(({ mails = [] }) => mails).sort();
  const app = new Hono();
  app.get(PATH, async (c) => {
    const { mail: name = "", locale = "", as, file = "0" } = c.req.query();
    if (!names.includes(name) || !LOCALES.some((code) => code === locale)) {
      return c.html(listMails(names));
    }
    const [mail] = await previewMails(deps, locale, [name]);
    if (!mail) return c.text("The settings leave nobody to send this mail to.", 404);
    if (as === "html") return c.html(mail.html);
    if (as === "text") return c.text(mail.text);
    if (as !== "file") return c.html(showMail(mail, locale));
    const attachment = mail.attachments[Number(file)];
    if (!attachment) return c.text("There is no such file.", 404);
    return c.body(new Uint8Array(attachment.bytes), 200, {
      "content-type": "application/pdf",
      "content-disposition": `inline; filename="${attachment.fileName}"`,
    });
  });
  return app;
}

const page = (title: string, body: string) =>
  '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
  `<title>${escapeHtml(title)}</title></head><body>${body}</body></html>`;

/** Returns a link's URL; names and locales are constants, so nothing needs escaping. */
const linkTo = (name: string, locale: string, more = "") =>
  `${PATH}?mail=${name}&amp;locale=${locale}${more}`;

function listMails(names: readonly string[]): string {
  const rows = names.map((name) => {
    const links = LOCALES.map((locale) => `<a href="${linkTo(name, locale)}">${locale}</a>`);
    return `<tr><th scope="row" align="left">${name}</th><td>${links.join(" ")}</td></tr>`;
  });
  return page("Mails", `<h1>Mails</h1><table>${rows.join("")}</table>`);
}

function showMail(mail: PreviewedMail, locale: string): string {
  const { name, subject, recipient, replyTo, attachments } = mail;
  const languages = LOCALES.map((code) => `<a href="${linkTo(name, code)}">${code}</a>`);
  const files = attachments.map(
    ({ fileName, bytes }, index) =>
      `<li><a href="${linkTo(name, locale, `&amp;as=file&amp;file=${index}`)}">` +
      `${escapeHtml(fileName)}</a> (${Math.ceil(bytes.length / 1024)} KB)</li>`,
  );
  return page(
    subject,
    `<p><a href="${PATH}">All mails</a> · ${languages.join(" ")}</p>` +
      `<h1 dir="auto">${escapeHtml(subject)}</h1>` +
      `<p>${name}, to ${escapeHtml(recipient)}${replyTo ? `, reply to ${escapeHtml(replyTo)}` : ""} · ` +
      `<a href="${linkTo(name, locale, "&amp;as=html")}">HTML alone</a></p>` +
      `<ul>${files.join("")}</ul>` +
      `<iframe title="HTML" srcdoc="${escapeHtml(mail.html)}" sandbox ` +
      `width="100%" height="720"></iframe>` +
      `<h2>Text</h2><pre dir="auto" style="white-space:pre-wrap">${escapeHtml(mail.text)}</pre>`,
  );
}
