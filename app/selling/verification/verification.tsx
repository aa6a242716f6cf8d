import type { User } from "#app/api-client/accounts.server.ts";
import { getVerification, sendVerification } from "#app/api-client/selling/verification.server.ts";
import type { ApiError } from "#app/api-client/transport/api-error.server.ts";
import { loadCountries } from "#app/forms/country/countries.server.ts";
import { joinDateParts } from "#app/forms/date-parts.ts";
import { preserveInput, rejectUnsent } from "#app/forms/preserve-input.ts";
import { useT } from "#app/i18n/i18n.tsx";
import {
  requireUser,
  requireUserMiddleware,
  returnFormMiddleware,
} from "#app/middleware/guards.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { MessageScreen } from "#app/ui/screen-state.tsx";
import type { Route } from "./+types/verification";
import { prefill, verificationForm } from "./verification.server.ts";
import { checkVerification } from "./verification-check.ts";
import { VerificationForm } from "./verification-form.tsx";

export { FormErrorBoundary as ErrorBoundary } from "#app/forms/session/session-over.tsx";

export const middleware: Route.MiddlewareFunction[] = [
  returnFormMiddleware("/dashboard/verification"),
  requireUserMiddleware,
];

const SCREEN = "/dashboard/verification";

/** The verification's status (spec §2, §4), and the form if one may be submitted. */
export async function loader({ context }: Route.LoaderArgs) {
  const api = getApi(context);
  const [user, verification, countries] = await Promise.all([
    requireUser(context),
    getVerification(api),
    loadCountries(context),
  ]);
  const sent = verification?.sent ?? null;
  return {
    status: verification?.status ?? statusOf(user),
    email: user.email,
    reason: sent?.reason ?? null,
    sentOn: sent?.sentOn ?? null,
    replyBy: sent?.replyBy ?? null,
    decidedOn: sent?.decidedOn ?? null,
    countries,
    form: await verificationForm.load(context),
    prefilled: prefill(user, sent),
  };
}

/** The profile's status (spec §3), the only one that a server without this call may report. */
function statusOf({ isVerified, isVerifying }: User) {
  if (isVerified) return "approved";
  return isVerifying ? "in_progress" : "not_offered";
}

export async function action({ request, context }: Route.ActionArgs) {
  // Sent in another window: the screen shows its status instead of the typed values.
  const toStatus = ({ code, reason }: ApiError) => {
    const toast = { kind: "warning", key: "errors.verification_in_progress" } as const;
    const serverMessage = code === "operation_conflict" ? null : reason;
    return redirectTo(context, SCREEN, { ...toast, serverMessage });
  };
  return verificationForm.handle(
    { request, context },
    async (value, api) => {
      await sendVerification(api, value);
      return redirectTo(context, SCREEN);
    },
    { 409: toStatus, operation_conflict: toStatus },
  );
}

/** Missing or oversized files are reported before sending. */
export async function clientAction(args: Route.ClientActionArgs) {
  const sent = await args.request.clone().formData();
  joinDateParts(sent, "date_of_birth");
  const errors = checkVerification(sent);
  return errors ? rejectUnsent(sent, errors) : preserveInput(args);
}

export default function Verification({ loaderData, actionData }: Route.ComponentProps) {
  switch (loaderData.status) {
    case "in_progress":
      return <InProgress loaderData={loaderData} />;
    case "approved":
      return <Approved loaderData={loaderData} />;
    case "not_offered":
      return <VerifiedByTeam />;
    case "none":
    case "rejected":
      return <ToSend loaderData={loaderData} actionData={actionData} />;
  }
}

/** Shown if this server handles verification outside this app. */
function VerifiedByTeam() {
  const t = useT();
  return (
    <div className="page-narrow pt-10 pb-20 md:pt-14">
      <PageTitle title={t("verification.title")} isPrivate />
      <h1 className="text-4xl md:text-5xl">{t("verification.title")}</h1>
      <p className="mt-4 mb-8 text-muted">{t("verification.not_offered")}</p>
      <ButtonLink to="/contact-us" kind="secondary">
        {t("contact.title")}
      </ButtonLink>
    </div>
  );
}

type Data = Pick<Route.ComponentProps, "loaderData">;

function ToSend({
  loaderData,
  actionData,
}: Pick<Route.ComponentProps, "loaderData" | "actionData">) {
  const t = useT();
  const { status, reason, form, prefilled, countries } = loaderData;
  return (
    <div className="page pt-10 pb-20 md:pt-14">
      <PageTitle title={t("verification.title")} hasErrors={Boolean(actionData)} isPrivate />
      <div className="mx-auto max-w-3xl">
        <h1 className="text-4xl md:text-5xl">{t("verification.title")}</h1>
        <p className="mt-4 mb-10 max-w-prose text-muted">{t("verification.lead")}</p>
        {status === "rejected" && reason !== null ? <Rejected reason={reason} /> : null}
        <VerificationForm
          loaded={form}
          failed={actionData}
          prefilled={prefilled}
          countries={countries}
        />
      </div>
    </div>
  );
}

function Rejected({ reason }: { reason: string }) {
  const t = useT();
  return (
    <section
      aria-labelledby="rejected-title"
      className="card mb-12 border-s-4 border-s-warning p-5 sm:p-6"
    >
      <h2 id="rejected-title" className="text-2xl">
        {t("verification.rejected_title")}
      </h2>
      <p className="mt-2 max-w-prose text-muted">{t("verification.rejected_text")}</p>
      <p className="eyebrow mt-5">{t("verification.reason")}</p>
      <blockquote className="mt-1 max-w-prose font-display text-xl whitespace-pre-wrap wrap-anywhere">
        <bdi>{reason}</bdi>
      </blockquote>
    </section>
  );
}

function InProgress({ loaderData }: Data) {
  const t = useT();
  const { email, sentOn, replyBy } = loaderData;
  const title = t("verification.progress_title");
  return (
    <div className="page pt-10 pb-20 md:pt-14">
      <PageTitle title={title} isPrivate />
      <div className="mx-auto max-w-3xl">
        <h1 className="text-4xl md:text-5xl">{title}</h1>
        <p className="mt-4 max-w-prose text-lg wrap-anywhere text-muted">
          {t("verification.progress_text", { email })}
        </p>
        <ol className="mt-12 max-w-xl">
          <Step state="done" title={t("verification.step_sent")} note={sentOn?.text} />
          <Step
            state="now"
            title={t("verification.step_review")}
            note={t("verification.step_review_time")}
          />
          <Step
            state="next"
            title={t("verification.step_reply")}
            note={replyBy ? t("verification.reply_by", { date: replyBy.text }) : undefined}
          />
        </ol>
        <div className="mt-12 flex flex-wrap gap-3">
          <ButtonLink to="/products">{t("error.toProducts")}</ButtonLink>
          <ButtonLink to="/dashboard/offers" kind="secondary">
            {t("offer.to_list")}
          </ButtonLink>
        </div>
      </div>
    </div>
  );
}

const MARKS = {
  done: "border-ink bg-ink text-canvas",
  now: "border-accent bg-accent text-on-accent",
  next: "border-control bg-canvas",
} as const;

function Step(props: { state: keyof typeof MARKS; title: string; note?: string }) {
  const { state, title, note } = props;
  return (
    <li
      aria-current={state === "now" ? "step" : undefined}
      className="relative flex gap-5 pb-9 before:absolute before:start-[0.6875rem] before:top-7 before:bottom-1 before:w-px before:bg-line last:pb-0 last:before:hidden"
    >
      <span
        aria-hidden="true"
        className={`mt-0.5 grid size-[1.4375rem] flex-none place-items-center border ${MARKS[state]}`}
      >
        {state === "done" ? <Icon name="check" className="size-4" /> : null}
        {state === "now" ? <span className="size-1.5 bg-current" /> : null}
      </span>
      <div>
        <p className={state === "next" ? "text-muted" : "font-medium"}>{title}</p>
        {note ? <p className="text-sm text-muted">{note}</p> : null}
      </div>
    </li>
  );
}

function Approved({ loaderData }: Data) {
  const t = useT();
  const { decidedOn } = loaderData;
  const title = t("verification.approved_title");
  return (
    <MessageScreen tone="positive" mark={<Icon name="check" className="size-8" />} title={title}>
      <PageTitle title={title} isPrivate />
      {decidedOn ? (
        <p className="mt-5 font-medium text-positive">
          <time dateTime={decidedOn.iso}>{t("verification.since", { date: decidedOn.text })}</time>
        </p>
      ) : null}
      <p className="mt-3 text-muted">{t("verification.approved_text")}</p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <ButtonLink to="/dashboard/offers">{t("offer.to_list")}</ButtonLink>
        <ButtonLink to="/products" kind="secondary">
          {t("error.toProducts")}
        </ButtonLink>
      </div>
    </MessageScreen>
  );
}
