import { useT } from "#app/i18n/i18n.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { SENDER_FIELD, type UnsentForm } from "#domain/unsent-forms.ts";

/**
 * Fields that are not typed: hidden fields and buttons of staff forms. A select with one of these
 * names in another form (a status) need not be copied either.
 */
const OWN_FIELDS: readonly string[] = [
  SENDER_FIELD,
  "again",
  "change",
  "count",
  "decision",
  "destination",
  "expected",
  "held",
  "intent",
  "item",
  "key",
  "list",
  "locale",
  "mail_id",
  "offer_id",
  "operation_id",
  "pick",
  "picture",
  "planned_amount",
  "planned_destination",
  "query",
  "replies",
  "request",
  "returned",
  "review",
  "save",
  "seen",
  "sent",
  "shelf",
  "status",
  "step",
  "test",
  "total",
  "version",
];

/**
 * Replaces a screen whose form was returned because its sender has lost the right to it, unless a
 * script kept the form: shows what it contained, to be copied, and which files are lost.
 */
export function RightLost({ unsent }: { unsent: UnsentForm }) {
  const t = useT();
  const { fields, files } = unsent;
  const typed = fields.filter(([name, text]) => text !== "" && !OWN_FIELDS.includes(name));
  return (
    <div className="max-w-2xl">
      <PageTitle title={t("staff.right_lost.title")} isPrivate />
      <h2 className="text-3xl">{t("staff.right_lost.title")}</h2>
      <p className="mt-5 text-muted">
        {t("errors.right_lost")} {typed.length > 0 ? t("staff.right_lost.copy") : null}
      </p>
      {files.length > 0 ? (
        <p role="note" className="card mt-5 border-s-4 border-s-warning p-5">
          {t("staff.right_lost.files")} <bdi className="wrap-anywhere">{files.join(", ")}</bdi>
        </p>
      ) : null}
      {typed.length > 0 ? (
        <label className="mt-9 block">
          <span className="mb-2 block">{t("staff.right_lost.typed")}</span>
          <textarea
            readOnly
            rows={12}
            dir="auto"
            defaultValue={typed.map(([name, text]) => `${name}: ${text}`).join("\n")}
            className="input py-3"
          />
        </label>
      ) : null}
    </div>
  );
}
