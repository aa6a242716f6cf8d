import { useT } from "#app/i18n/i18n.tsx";
import { FoldMark } from "#app/staff/fold-mark.tsx";
import { directionOf } from "#domain/locales.ts";

/** A mail as its reader gets it, with sample data: as sandboxed HTML, and as text. */
export function MailPreview(props: {
  /** Null for a mail that cannot be sent yet. */
  mail: { subject: string; html: string; text: string } | null;
  language: string;
}) {
  const { mail, language } = props;
  const t = useT();
  const dir = directionOf(language);
  return (
    <section aria-labelledby="mail-preview-title" className="mt-8 border-t border-line pt-6">
      <h2 id="mail-preview-title" className="eyebrow mb-2">
        {t("staff_texts.mail")}
      </h2>
      {mail === null ? (
        <p className="text-muted">{t("staff_texts.no_mail")}</p>
      ) : (
        <>
          <p className="mb-4 text-sm text-muted">{t("staff_texts.mail_hint")}</p>
          <p lang={language} dir={dir} className="mb-3 text-xl wrap-anywhere">
            {mail.subject}
          </p>
          <iframe
            // Different wording means a different preview document.
            key={mail.html}
            title={t("staff_texts.mail_html")}
            srcDoc={mail.html}
            sandbox=""
            className="h-96 w-full rounded-control border border-line bg-white"
          />
          <details className="group/fold mt-3">
            <summary className="inline-flex min-h-11 cursor-pointer items-center gap-2">
              {t("staff_texts.mail_text")}
              <FoldMark />
            </summary>
            <pre
              lang={language}
              dir={dir}
              className="bg-sunken p-4 text-sm wrap-anywhere whitespace-pre-wrap"
            >
              {mail.text}
            </pre>
          </details>
        </>
      )}
    </section>
  );
}
