import { data } from "react-router";
import { sendWithdrawal, type WithdrawalOptions } from "#app/api-client/withdrawals.server.ts";
import { Field, RadioGroup } from "#app/forms/field.tsx";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useFormat, useT } from "#app/i18n/i18n.tsx";
import { getApi, getUrl, getUser } from "#app/middleware/session-relay.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { orNull } from "#app/request/or-null.ts";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { Form, Link } from "#app/ui/base/link.tsx";
import { PageHead } from "#app/ui/base/page-head.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { formatDateTime } from "#domain/dates.ts";
import { REFUND_DESTINATIONS } from "#domain/refunds.ts";
import { WITHDRAWAL_SUBJECTS } from "#domain/withdrawal-statements.ts";
import type { Route } from "./+types/withdrawal";
import { loadOptions, withdrawalForm } from "./withdrawal.server.ts";

const PATH = "/withdraw-from-contract";

/** The withdrawal function (Directive 2011/83/EU Art. 11a): prefilled for members. */
export async function loader({ context }: Route.LoaderArgs) {
  const user = await orNull(context, "profile", getUser(context));
  const query = getUrl(context).searchParams;
  const order = query.get("order");
  return {
    received: { number: query.get("received"), at: query.get("at") },
    form: await withdrawalForm.load(context),
    options: await loadOptions(context, user !== null),
    prefilled: {
      name: [user?.name, user?.surname].filter(Boolean).join(" "),
      email: user?.email ?? "",
      subject: query.has("balance") ? "balance" : "order",
      contract: order !== null && /^\d{1,15}$/.test(order) ? order : "",
      destination: "source",
    },
  };
}

/** First the statement is shown once more; the second press sends it. */
export async function action({ request, context }: Route.ActionArgs) {
  const submission = await withdrawalForm.parse({ request, context });
  if (submission.status !== "success") return withdrawalForm.reject({ context, submission });
  const { step, ...statement } = submission.value;
  if (step === "review") return data({ review: statement });
  try {
    const { number, receivedAt } = await sendWithdrawal(getApi(context), statement);
    const query = new URLSearchParams({ received: number, at: receivedAt });
    return redirectTo(context, `${PATH}?${query}`);
  } catch (error) {
    return withdrawalForm.reject({ context, submission, error });
  }
}

export default function Withdrawal({ loaderData, actionData }: Route.ComponentProps) {
  const t = useT();
  const { number, at } = loaderData.received;
  const isPlain = !actionData && number === null;
  return (
    <div className="page-narrow pt-10 pb-20 md:pt-14">
      {isPlain ? (
        <PageHead
          title={t("withdrawal.title")}
          description={t("withdrawal.lead")}
          canonical={PATH}
          scripts="touch"
        />
      ) : (
        <PageTitle
          title={t("withdrawal.title")}
          hasErrors={Boolean(actionData && "reply" in actionData)}
          isPrivate
        />
      )}
      {actionData && "review" in actionData ? (
        <Review statement={actionData.review} />
      ) : number !== null && !actionData ? (
        <Received number={number} at={at} />
      ) : (
        <Statement
          loaderData={loaderData}
          failed={actionData && "reply" in actionData ? actionData : undefined}
        />
      )}
    </div>
  );
}

const FIELDS_IN_ORDER = ["subject", "contract", "name", "email", "destination"] as const;

function Statement(props: {
  loaderData: Route.ComponentProps["loaderData"];
  failed: Parameters<typeof useAppForm>[1];
}) {
  const { loaderData, failed } = props;
  const t = useT();
  const form = useAppForm(loaderData.form, failed, loaderData.prefilled);
  const { fields } = form;
  return (
    <>
      <h1 className="text-4xl md:text-5xl">{t("withdrawal.title")}</h1>
      <p className="mt-4 mb-8 text-muted">{t("withdrawal.lead")}</p>
      <Options options={loaderData.options} />
      <BoundForm of={form} summary={FIELDS_IN_ORDER} action={PATH} className="space-y-7">
        <RadioGroup
          meta={fields.subject}
          legend={t("withdrawal.subject")}
          choices={WITHDRAWAL_SUBJECTS.map((subject) => ({
            value: subject,
            label: t(`withdrawal.${subject}`),
            hint: t(`withdrawal.${subject}_hint`),
          }))}
        />
        <Field
          meta={fields.contract}
          label={t("withdrawal.contract")}
          hint={t("withdrawal.contract_hint")}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <Field meta={fields.name} label={t("withdrawal.name")} autoComplete="name" />
          <Field
            meta={fields.email}
            label={t("deposit.email")}
            type="email"
            autoComplete="email"
            hint={t("withdrawal.email_hint")}
          />
        </div>
        <RadioGroup
          meta={fields.destination}
          legend={t("withdrawal.destination")}
          choices={REFUND_DESTINATIONS.toReversed().map((destination) => ({
            value: destination,
            label: t(`withdrawal.${destination}`),
            hint: t(`withdrawal.${destination}_hint`),
          }))}
        />
        <SubmitButton size="large" className="w-full sm:w-auto">
          {t("withdrawal.next")}
        </SubmitButton>
      </BoundForm>
    </>
  );
}

/** What a member can withdraw from now: one press fills the form in. */
function Options({ options }: { options: WithdrawalOptions }) {
  const t = useT();
  const format = useFormat();
  const { orders, balanceCents } = options;
  if (orders.length === 0 && balanceCents === 0) return null;
  return (
    <section aria-labelledby="withdrawal-options" className="card mb-10 p-5">
      <h2 id="withdrawal-options" className="text-2xl">
        {t("withdrawal.options")}
      </h2>
      <ul className="mt-3 divide-y divide-line">
        {orders.map((order) => (
          <li key={order.id}>
            <Link
              to={`${PATH}?order=${order.id}`}
              className="flex min-h-12 items-center justify-between gap-4 py-2"
            >
              <span className="link">{order.title}</span>
              <span className="text-muted tabular-nums">{format.credits(order.priceCents)}</span>
            </Link>
          </li>
        ))}
        {balanceCents > 0 ? (
          <li>
            <Link
              to={`${PATH}?balance=1`}
              className="flex min-h-12 items-center justify-between gap-4 py-2"
            >
              <span className="link">{t("withdrawal.balance")}</span>
              <span className="text-muted tabular-nums">{format.credits(balanceCents)}</span>
            </Link>
          </li>
        ) : null}
      </ul>
    </section>
  );
}

type Stated = {
  operation_id: string;
  name: string;
  email: string;
  subject: (typeof WITHDRAWAL_SUBJECTS)[number];
  contract?: string;
  destination: (typeof REFUND_DESTINATIONS)[number];
};

/** The second step replaces a longer page: it is read from its heading on. */
function focusOnce(heading: HTMLElement | null): void {
  heading?.focus();
}

/** The second step: the statement as it will be sent. */
function Review({ statement }: { statement: Stated }) {
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
      <dl className="card my-8 grid gap-x-6 gap-y-3 p-6 sm:grid-cols-[auto_1fr]">
        {facts.map(([title, value]) => (
          <div key={title} className="contents">
            <dt className="text-muted max-sm:-mb-2">{title}</dt>
            <dd className="font-medium wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <Form method="post" action={PATH} className="flex flex-wrap gap-4">
        {Object.entries(statement).map(([field, value]) =>
          value === undefined ? null : (
            <input key={field} type="hidden" name={field} value={value} />
          ),
        )}
        <input type="hidden" name="step" value="confirm" />
        <SubmitButton size="large" className="max-sm:w-full">
          {t("withdrawal.confirm")}
        </SubmitButton>
        <ButtonLink to={PATH} kind="secondary" size="large" className="max-sm:w-full">
          {t("withdrawal.back")}
        </ButtonLink>
      </Form>
    </>
  );
}

function Received({ number, at }: { number: string; at: string | null }) {
  const t = useT();
  return (
    <>
      <h1 className="text-4xl md:text-5xl">{t("withdrawal.received_title")}</h1>
      <p role="status" className="mt-4">
        {t("withdrawal.received_text", { number })}
      </p>
      {at === null ? null : (
        <p className="mt-2 text-muted">
          <time dateTime={at}>{formatDateTime(at)}</time> UTC
        </p>
      )}
      <ButtonLink to="/dashboard/payments" kind="secondary" className="mt-8">
        {t("withdrawal.payments")}
      </ButtonLink>
    </>
  );
}
