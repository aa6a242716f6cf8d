import { sendComplaint, toReference } from "#app/api-client/contact.server.ts";
import { listErrors } from "#app/forms/error-summary.tsx";
import { preserveInput } from "#app/forms/preserve-input.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { TextArea } from "#app/forms/text-area.tsx";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useT } from "#app/i18n/i18n.tsx";
import { useMessage } from "#app/i18n/use-message.ts";
import { getUrl } from "#app/middleware/session-relay.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { readSignedQuery, signQuery } from "#app/request/signed-query.ts";
import { ContactLink, DeadLink } from "#app/site/dead-link.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { useThroughLinks } from "#app/ui/base/use-through-links.ts";
import type { Route } from "./+types/complaint";
import { complaintForm, isComplaintLink } from "./notices.server.ts";

const PATH = "/report-content/complaint";
const NOT_FOUND = "errors.notice_not_found";
/** The parameters of the mailed link. */
const LINK = ["notice", "by", "key"] as const;

/**
 * A complaint about a decision (Regulation (EU) 2022/2065 Art. 20), through the link in its mail.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const query = getUrl(context).searchParams;
  const link = LINK.map((name) => ({ name, value: query.get(name) ?? "" }));
  return {
    reference: toReference(query.get("notice")),
    isSent: readSignedQuery(context).has("sent"),
    // Reported before anything is written, not afterwards.
    isDamaged: !isComplaintLink(link),
    link,
    form: await complaintForm.load(context),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  return complaintForm.handle({ request, context }, async (value, api) => {
    await sendComplaint(api, value);
    const thanks = `${PATH}?${new URLSearchParams({ notice: value.notice, sent: "1" })}`;
    return redirectTo(context, signQuery(context, thanks));
  });
}

export const clientAction = preserveInput;

export default function Complaint({ loaderData, actionData }: Route.ComponentProps) {
  const t = useT();
  const message = useMessage();
  const { reference, isSent, isDamaged, link } = loaderData;
  const failed = useThroughLinks(actionData);
  const form = useAppForm(loaderData.form, failed);
  // The written text is still in the form, so it can be sent to us in another way.
  const isUnknown = listErrors(form.reply, []).some(({ text }) => message(text) === t(NOT_FOUND));
  const isThanks = isSent && !failed;
  if (reference === null || (isDamaged && !isThanks && !failed)) {
    return <DeadLink text={t(NOT_FOUND)} hasErrors={Boolean(failed)} />;
  }
  return (
    <div className="page-narrow pt-10 pb-20 md:pt-14">
      <PageTitle title={t("notice.complaint_title")} hasErrors={Boolean(failed)} isPrivate />
      {isThanks ? (
        <div role="status">
          <h1 className="text-4xl md:text-5xl">{t("contact.thanks")}</h1>
          <p className="mt-5 text-lg text-muted">{t("notice.complaint_thanks")}</p>
        </div>
      ) : (
        <>
          <h1 className="text-4xl md:text-5xl">{t("notice.complaint_title")}</h1>
          <p className="mt-4 mb-8 text-muted">{t("notice.complaint_lead", { reference })}</p>
          <BoundForm
            of={form}
            summary={["complaint", "notice", "by", "key"]}
            action={`${PATH}?${new URLSearchParams(link.map(({ name, value }) => [name, value]))}`}
            lead={isUnknown ? <ContactLink className="mb-8" /> : null}
            className="space-y-7"
          >
            {link.map(({ name, value }) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            <TextArea meta={form.fields.complaint} label={t("notice.complaint")} rows={7} />
            <SubmitButton size="large" className="w-full sm:w-auto">
              {t("notice.complaint_submit")}
            </SubmitButton>
          </BoundForm>
        </>
      )}
    </div>
  );
}
