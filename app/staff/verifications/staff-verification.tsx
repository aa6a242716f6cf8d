import { useForm } from "@conform-to/react";
import { data } from "react-router";
import { decideVerificationSchema } from "#api/contract/verification.ts";
import { ApiError } from "#app/api-client/transport/api-error.server.ts";
import { decideVerification, getStaffVerification } from "#app/api-client/verification.server.ts";
import { countryName, loadCountries } from "#app/forms/countries.server.ts";
import { ErrorSummary } from "#app/forms/error-summary.tsx";
import { keepForm } from "#app/forms/keep-input.ts";
import { getConstraints, parseForm, statusOfRefusal } from "#app/forms/parse-form.server.ts";
import { replyWithApiError } from "#app/forms/submission.server.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { TextArea } from "#app/forms/text-area.tsx";
import { useLocale, useT } from "#app/i18n/i18n.tsx";
import { localePath } from "#app/i18n/paths.ts";
import { getLanguages, getMessage } from "#app/middleware/locale.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { Icon } from "#app/ui/base/icon.tsx";
import { Form, Link } from "#app/ui/base/link.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { toDay } from "#domain/dates.ts";
import type { Route } from "./+types/staff-verification";

/** One verification with its documents, for a decision. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const api = getApi(context);
  const [row, countries] = await Promise.all([
    getStaffVerification(api, params.id),
    loadCountries(context),
  ]);
  const nameOf = (code: string) => countryName(countries, code);
  const language = getLanguages(context).find(({ code }) => code === row.locale);
  return {
    ...row,
    id: String(row.id),
    nationality: nameOf(row.nationality),
    country: nameOf(row.country),
    language: language?.name ?? row.locale,
    bornOn: toDay(row.date_of_birth),
    sentOn: toDay(row.created_at),
    answerBy: toDay(row.expected_by),
    decidedOn: row.decided_at ? toDay(row.decided_at) : null,
    constraints: getConstraints(decideVerificationSchema, ["reason"]),
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const submission = await parseForm(request, decideVerificationSchema, ["decision", "reason"]);
  if (submission.status !== "success") {
    return data({ reply: submission.reply() }, { status: 422 });
  }
  const api = getApi(context);
  try {
    const { email } = await getStaffVerification(api, params.id);
    await decideVerification(api, params.id, submission.value);
    const key = `staff.${submission.value.decision}`;
    return redirectTo(context, "/staff/verifications", { kind: "success", key, values: { email } });
  } catch (error) {
    if (error instanceof ApiError && error.code === "verification_decided") {
      const key = `message.${error.message}`;
      return redirectTo(context, `/staff/verifications/${params.id}`, { kind: "warning", key });
    }
    if (error instanceof ApiError && error.status === 404) throw error;
    const message = getMessage(context);
    const reply = replyWithApiError(submission, error, (text) =>
      message(text || "Failed to process request"),
    );
    return data({ reply }, { status: statusOfRefusal(error) });
  }
}

/** A failure on the way leaves the form as it is. */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return keepForm(() => serverAction(), "Failed to process request");
}

type Data = Route.ComponentProps["loaderData"];

export default function StaffVerification({ loaderData, actionData }: Route.ComponentProps) {
  const t = useT();
  const { full_name: name, decidedOn } = loaderData;
  const reply = actionData?.reply;
  return (
    <article>
      <PageTitle title={name} hasErrors={Boolean(reply)} isPrivate />
      <Link
        to="/staff/verifications"
        className="link mb-4 inline-flex min-h-11 items-center gap-1 text-sm"
      >
        <Icon name="left" className="size-4" />
        {t("staff.verifications")}
      </Link>
      <h2 className="text-3xl wrap-anywhere">
        <bdi>{name}</bdi>
      </h2>
      <div className="mt-8 grid gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,20rem)_minmax(0,1fr)]">
        <Facts data={loaderData} />
        <Documents data={loaderData} />
      </div>
      <div className="mt-12 border-t border-ink pt-6">
        {decidedOn ? <Decided data={loaderData} /> : <Decision data={loaderData} reply={reply} />}
      </div>
    </article>
  );
}

function Facts({ data: sent }: { data: Data }) {
  const t = useT();
  const address = [sent.address, sent.city, sent.state, sent.country].filter(Boolean).join(", ");
  const facts: [string, string, "ltr"?][] = [
    [t("verification.date_of_birth"), sent.bornOn.text],
    [t("verification.nationality"), sent.nationality],
    [t("deposit.address"), address],
    [t("deposit.phone"), sent.phone, "ltr"],
    [t("staff.account"), sent.email],
    [t("staff.language"), sent.language],
    [t("staff.sent"), sent.sentOn.text],
    ...(sent.decidedOn ? [] : [[t("staff.answer_by"), sent.answerBy.text] as [string, string]]),
  ];
  return (
    <section aria-labelledby="data-title">
      <h3 id="data-title" className="mb-4 text-2xl">
        {t("staff.data")}
      </h3>
      <dl className="divide-y divide-line border-y border-line">
        {facts.map(([term, text, direction]) => (
          <div key={term} className="py-2.5">
            <dt className="text-sm text-muted">{term}</dt>
            <dd className="wrap-anywhere">
              <bdi dir={direction}>{text}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {sent.earlier.length > 0 ? (
        <>
          <h3 className="mt-8 mb-3 text-xl">{t("staff.earlier")}</h3>
          <ul className="space-y-3">
            {sent.earlier.map(({ id, reason }) => (
              <li key={id} className="border-s-2 border-ink ps-4 wrap-anywhere">
                <Link to={`/staff/verifications/${id}`} className="link">
                  <bdi>{reason}</bdi>
                </Link>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </section>
  );
}

function Documents({ data: { id, documents, ...sent } }: { data: Data }) {
  const t = useT();
  const locale = useLocale();
  const identity = t(`verification.${sent.document_type}`);
  const names = {
    document_front: documents.some(({ part }) => part === "document_back")
      ? `${identity}: ${t("staff.front")}`
      : identity,
    document_back: `${identity}: ${t("verification.document_back")}`,
    address_document: t(`verification.${sent.address_document_type}`),
  };
  return (
    <section aria-labelledby="documents-title">
      <h3 id="documents-title" className="mb-4 text-2xl">
        {t("staff.documents")}
      </h3>
      {documents.length === 0 ? (
        <p className="text-muted">{t("staff.documents_gone")}</p>
      ) : (
        <>
          <ul className="grid gap-5 sm:grid-cols-2">
            {documents.map(({ part, width_px: width, height_px: height }) => {
              const path = localePath(locale, `/staff/verifications/${id}/documents/${part}`);
              return (
                <li key={part}>
                  <a href={path} target="_blank" rel="noopener" className="group block">
                    <span className="card grid aspect-8/5 place-items-center overflow-hidden bg-sunken group-hover:border-ink">
                      <img
                        src={path}
                        alt=""
                        width={width}
                        height={height}
                        className="size-full object-contain"
                      />
                    </span>
                    <span className="link mt-2 inline-block">{names[part]}</span>
                  </a>
                </li>
              );
            })}
          </ul>
          <p className="mt-5 text-sm text-muted">{t("staff.documents_note")}</p>
        </>
      )}
    </section>
  );
}

function Decided({ data: { status, reason, decidedOn, decided_by: by } }: { data: Data }) {
  const t = useT();
  const values = { date: decidedOn?.text ?? "", email: by ?? "–" };
  const isApproved = status === "approved";
  return (
    <section>
      <p className={`font-medium ${isApproved ? "text-positive" : "text-negative"}`}>
        {isApproved ? t("staff.approved_by", values) : t("staff.rejected_by", values)}
      </p>
      {reason ? (
        <p className="mt-2 max-w-prose whitespace-pre-wrap wrap-anywhere">
          <bdi>{reason}</bdi>
        </p>
      ) : null}
    </section>
  );
}

function Decision(props: {
  data: Data;
  reply: NonNullable<Route.ComponentProps["actionData"]>["reply"] | undefined;
}) {
  const { data: sent, reply } = props;
  const t = useT();
  const [form, fields] = useForm<{ decision: string; reason: string }>({
    lastResult: reply,
    constraint: sent.constraints,
  });
  return (
    <section aria-labelledby="decision-title" className="max-w-3xl">
      <h3 id="decision-title" className="mb-5 text-2xl">
        {t("staff.decision")}
      </h3>
      <ErrorSummary reply={reply} fields={[fields.reason]} />
      <Form method="post" id={form.id} noValidate={form.noValidate} onSubmit={form.onSubmit}>
        <SubmitButton name="decision" value="approved">
          {t("staff.approve")}
        </SubmitButton>
        <div className="mt-8">
          <TextArea
            meta={fields.reason}
            label={t("staff.reason")}
            hint={t("staff.reason_hint", { email: sent.email, language: sent.language })}
            rows={3}
          />
        </div>
        <SubmitButton name="decision" value="rejected" kind="secondary" className="mt-4">
          {t("staff.reject")}
        </SubmitButton>
      </Form>
    </section>
  );
}
