import type { OverviewView } from "#app/api-client/staff/overview.server.ts";
import type { FailedForm, LoadedForm } from "#app/forms/form-types.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useFormat, useT } from "#app/i18n/i18n.tsx";
import { DateTime } from "#app/ui/base/date-time.tsx";
import { Link } from "#app/ui/base/link.tsx";

type Mails = NonNullable<OverviewView["failedMails"]>;

/**
 * The mails that failed most recently, the reason, and buttons to send one or all of them again.
 */
export function FailedMails(props: {
  mails: Mails;
  /** Also counts those that are not shown. */
  count: number;
  loaded: LoadedForm<"operation_id" | "mail_id">;
  failed: FailedForm | undefined;
}) {
  const { mails, count, loaded, failed } = props;
  const t = useT();
  const format = useFormat();
  const form = useAppForm(loaded, failed);
  return (
    <section aria-labelledby="mails-title">
      <h2 id="mails-title" className="text-lg">
        {t("staff_start.kind_mails")}
      </h2>
      <p className="mt-1 mb-2 max-w-prose text-sm text-muted">{t("staff_start.mails_hint")}</p>
      <BoundForm
        of={form}
        action={`/staff?index&form=${loaded.id}`}
        summary={["operation_id", "mail_id"]}
      >
        {count > 1 ? (
          <SubmitButton kind="secondary" name="mail_id" value="" className="mb-3">
            {t("staff_start.send_all_again", { number: format.number(count) })}
          </SubmitButton>
        ) : null}
        <ul className="card text-sm">
          {mails.map((mail) => (
            <FailedMail key={mail.id} mail={mail} />
          ))}
        </ul>
      </BoundForm>
    </section>
  );
}

function FailedMail({ mail }: { mail: Mails[number] }) {
  const t = useT();
  const { id, recipient, subject, failedAt, error } = mail;
  const subjectId = `failed-mail-${id}`;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-2 last:border-b-0">
      <div className="flex min-w-0 flex-1 basis-60 flex-wrap items-baseline gap-x-4 gap-y-1">
        <DateTime at={failedAt} className="text-muted tabular-nums" />
        <Link
          to={`/staff/people?q=${encodeURIComponent(recipient)}`}
          className="link wrap-anywhere"
        >
          <bdi>{recipient}</bdi>
        </Link>
        <bdi id={subjectId} className="wrap-anywhere">
          {subject}
        </bdi>
        {error ? (
          <span dir="ltr" className="text-muted wrap-anywhere">
            {error}
          </span>
        ) : null}
      </div>
      <SubmitButton kind="secondary" name="mail_id" value={String(id)} aria-describedby={subjectId}>
        {t("staff_start.send_again")}
      </SubmitButton>
    </li>
  );
}
