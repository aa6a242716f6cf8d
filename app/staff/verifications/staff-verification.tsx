import type { DecideVerificationBody } from "#api/contract/verification.ts";
import {
  decideVerification,
  getStaffVerification,
  listVerifications,
} from "#app/api-client/selling/verification.server.ts";
import { listReasons, type QueuePlaceView } from "#app/api-client/staff/reviews.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";
import { countryName, loadCountries } from "#app/forms/country/countries.server.ts";
import type { FailedForm } from "#app/forms/form-types.ts";
import { preserveInput } from "#app/forms/preserve-input.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { TextArea } from "#app/forms/text-area.tsx";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useLocale, useT } from "#app/i18n/i18n.tsx";
import { localePath } from "#app/i18n/paths.ts";
import { requireStaff } from "#app/middleware/guards.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import type { Context } from "#app/middleware/web-context.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { StaleForm } from "#app/staff/forms/stale-form.tsx";
import { ifOffered } from "#app/staff/if-offered.server.ts";
import { revalidatePosted } from "#app/staff/revalidate-posted.ts";
import { ReasonLinks } from "#app/staff/review/reasons.tsx";
import { ReviewQueue } from "#app/staff/review/review-queue.tsx";
import { staffPath } from "#app/staff/table/staff-path.ts";
import { useLanguageName } from "#app/staff/use-language-name.ts";
import { Link } from "#app/ui/base/link.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { useThroughLinks } from "#app/ui/base/use-through-links.ts";
import { pickReasons } from "#domain/reviews.ts";
import type { Route } from "./+types/staff-verification";
import { decisionForm } from "./staff-verification.server.ts";

/** One verification with its documents, for a decision. */
export async function loader({ context, params }: Route.LoaderArgs) {
  await requireStaff(context, "reviews");
  const api = getApi(context);
  const [sent, countries, reasons] = await Promise.all([
    getStaffVerification(api, params.id),
    loadCountries(context),
    ifOffered(listReasons(api)),
  ]);
  const reasonId = getUrl(context).searchParams.get("reason");
  const nameOf = (code: string) => countryName(countries, code);
  return {
    ...sent,
    nationality: nameOf(sent.nationality),
    country: nameOf(sent.country),
    form: await decisionForm.load(context),
    items: await listAdjacentItems(api, sent.queue),
    reasons: pickReasons(reasons ?? [], { kind: "verification", locale: sent.locale }),
    given: reasons?.find(({ id }) => id === reasonId) ?? null,
  };
}

/** The verifications in the queue, starting with this one. */
async function listAdjacentItems(api: ApiClient, place: QueuePlaceView | null) {
  if (place === null) return [];
  const from = { before: place.previous, after: null };
  const { items } = await listVerifications(api, { status: "in_progress" }, from);
  return items.map(({ id, fullName, replyBy }) => ({
    id,
    title: fullName,
    note: replyBy.text,
  }));
}

export async function action(args: Route.ActionArgs) {
  const { context, params } = args;
  await requireStaff(context, "reviews");
  return decisionForm.handle(args, (decision, api) => decide(context, api, params.id, decision), {
    404: (error) => {
      throw error;
    },
  });
}

/** Decides, and continues with the next one in the queue. */
async function decide(context: Context, api: ApiClient, id: string, body: DecideVerificationBody) {
  const { email, queue } = await getStaffVerification(api, id);
  await decideVerification(api, id, body);
  const next = queue?.next ?? null;
  const path = next === null ? "" : `/${encodeURIComponent(next)}`;
  return redirectTo(context, `/staff/verifications${path}`, {
    kind: "success",
    key: `staff.${body.decision}`,
    values: { email },
  });
}

export const clientAction = preserveInput;
export const shouldRevalidate = revalidatePosted;

type Data = Route.ComponentProps["loaderData"];

export default function StaffVerification({ loaderData, actionData }: Route.ComponentProps) {
  const t = useT();
  const failed = useThroughLinks(actionData);
  const { fullName: name, decidedOn } = loaderData;
  return (
    <ReviewQueue
      path="/staff/verifications"
      listPath={
        decidedOn ? `/staff/verifications?status=${loaderData.status}` : "/staff/verifications"
      }
      listTitle={t("staff.verifications")}
      currentId={loaderData.id}
      place={loaderData.queue}
      items={loaderData.items}
      keys={
        decidedOn
          ? []
          : [
              { key: "a", text: t("staff_keys.approve") },
              { key: "m", text: t("staff_keys.reason") },
              { key: "d", text: t("staff_keys.decline") },
            ]
      }
    >
      <PageTitle title={name} hasErrors={Boolean(failed)} isPrivate />
      <h1 className="text-3xl wrap-anywhere">
        <bdi>{name}</bdi>
      </h1>
      {loaderData.isDisabled ? (
        <p className="mt-2 font-medium text-negative">{t("staff.account_disabled")}</p>
      ) : null}
      <div className="mt-8 grid gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,20rem)_minmax(0,1fr)]">
        <Facts data={loaderData} />
        <Documents data={loaderData} />
      </div>
      <div className="mt-12 border-t border-ink pt-6">
        {decidedOn ? (
          <>
            <StaleForm
              loaded={loaderData.form}
              failed={failed}
              reason={t("errors.verification_decided")}
              texts={[{ name: "reason", label: t("staff.reason"), rows: 3 }]}
            />
            <Decided data={loaderData} />
          </>
        ) : (
          <Decision
            key={`${loaderData.id} ${loaderData.given?.id ?? ""}`}
            data={loaderData}
            failed={failed}
          />
        )}
      </div>
    </ReviewQueue>
  );
}

type Fact = [term: string, text: string, direction?: "ltr"];

function Facts({ data: sent }: { data: Data }) {
  const t = useT();
  const nameLanguage = useLanguageName();
  const address = [sent.address, sent.city, sent.state, sent.country].filter(Boolean).join(", ");
  const replyBy: Fact[] = sent.decidedOn ? [] : [[t("staff.reply_by"), sent.replyBy.text]];
  const facts: Fact[] = [
    [t("verification.date_of_birth"), sent.bornOn.text],
    [t("verification.nationality"), sent.nationality],
    [t("deposit.address"), address],
    [t("deposit.phone"), sent.phone, "ltr"],
    [t("staff.account"), sent.email],
    [t("staff.language"), nameLanguage(sent.locale)],
    [t("staff.sent"), sent.sentOn.text],
    ...replyBy,
  ];
  return (
    <section aria-labelledby="data-title">
      <h2 id="data-title" className="mb-4 text-2xl">
        {t("staff.data")}
      </h2>
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
          <h2 className="mt-8 mb-3 text-xl">{t("staff.earlier")}</h2>
          <ul className="space-y-3">
            {sent.earlier.map(({ id, reason }) => (
              <li key={id} className="border-s-2 border-ink ps-4 wrap-anywhere">
                <Link to={staffPath("verifications", id)} className="link">
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
  const identity = t(`verification.${sent.documentType}`);
  const names = {
    document_front: documents.some(({ part }) => part === "document_back")
      ? t("shell.labelled", { label: identity, text: t("staff.front") })
      : identity,
    document_back: t("shell.labelled", { label: identity, text: t("verification.document_back") }),
    address_document: t(`verification.${sent.addressDocumentType}`),
  };
  return (
    <section aria-labelledby="documents-title">
      <h2 id="documents-title" className="mb-4 text-2xl">
        {t("staff.documents")}
      </h2>
      {documents.length === 0 ? (
        <p className="text-muted">{t("staff.documents_gone")}</p>
      ) : (
        <>
          <ul className="grid gap-5 sm:grid-cols-2">
            {documents.map(({ part, width, height }) => {
              const path = localePath(
                locale,
                `${staffPath("verifications", id)}/documents/${part}`,
              );
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

function Decided({ data: { status, reason, decidedOn, decidedBy: by } }: { data: Data }) {
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

function Decision({ data: sent, failed }: { data: Data; failed: FailedForm | undefined }) {
  const t = useT();
  const nameLanguage = useLanguageName();
  const form = useAppForm(sent.form, failed, { reason: sent.given?.body ?? "" });
  return (
    <section aria-labelledby="decision-title" className="max-w-3xl">
      <h2 id="decision-title" className="mb-5 text-2xl">
        {t("staff.decision")}
      </h2>
      <BoundForm of={form} summary={["reason"]}>
        <span data-shortcut="a">
          <SubmitButton name="decision" value="approved">
            {t("staff.approve")}
          </SubmitButton>
        </span>
        <div className="mt-8" data-shortcut="m">
          <TextArea
            meta={form.fields.reason}
            label={t("staff.reason")}
            hint={t("staff.reason_hint", {
              email: sent.email,
              language: nameLanguage(sent.locale),
            })}
            rows={3}
          />
          <ReasonLinks
            reasons={sent.reasons}
            path={staffPath("verifications", sent.id)}
            field="reason"
          />
        </div>
        <span data-shortcut="d">
          <SubmitButton name="decision" value="rejected" kind="secondary" className="mt-4">
            {t("staff.reject")}
          </SubmitButton>
        </span>
      </BoundForm>
    </section>
  );
}
