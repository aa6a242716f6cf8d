import { SubmitButton } from "#app/forms/submit-button.tsx";
import { useT } from "#app/i18n/i18n.tsx";
import { WITHDRAWAL_PATH } from "#app/request/withdrawal-receipt.ts";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { Form } from "#app/ui/base/link.tsx";
import type { Statement } from "./withdrawal.server.ts";

/** The second step replaces a longer page, so reading starts at its heading. */
function focusOnce(heading: HTMLElement | null): void {
  heading?.focus();
}

/** The second step: the statement as it will be sent. */
export function Review({ statement }: { statement: Statement }) {
  const t = useT();
  const { name, email, subject, contract, destination } = statement;
  const facts = [
    [t("withdrawal.subject"), t(`withdrawal.${subject}`)],
    ...(contract ? [[t("withdrawal.contract"), contract]] : []),
    [t("withdrawal.name"), name],
    [t("deposit.email"), email],
    [t("withdrawal.destination"), t(`withdrawal.${destination}`)],
  ];
  return (
    <>
      <h1 ref={focusOnce} tabIndex={-1} className="text-4xl outline-none md:text-5xl">
        {t("withdrawal.review_title")}
      </h1>
      <p className="mt-4 text-muted">{t("withdrawal.review_text")}</p>
      <dl className="card my-8 grid gap-x-6 gap-y-3 p-6 sm:grid-cols-[2fr_3fr]">
        {facts.map(([title, value]) => (
          <div key={title} className="contents">
            <dt className="text-muted max-sm:-mb-2">{title}</dt>
            <dd className="font-medium wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <Form method="post" action={WITHDRAWAL_PATH} className="flex flex-wrap gap-4">
        {Object.entries(statement).map(([field, value]) =>
          value === undefined ? null : (
            <input key={field} type="hidden" name={field} value={value} />
          ),
        )}
        <input type="hidden" name="step" value="confirm" />
        <SubmitButton size="large" className="max-sm:w-full">
          {t("withdrawal.confirm")}
        </SubmitButton>
        <ButtonLink
          to={`${WITHDRAWAL_PATH}?again=1`}
          kind="secondary"
          size="large"
          className="max-sm:w-full"
        >
          {t("withdrawal.back")}
        </ButtonLink>
      </Form>
    </>
  );
}
