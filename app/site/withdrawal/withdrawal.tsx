import { data } from "react-router";
import { sendWithdrawal, type WithdrawalOptions } from "#app/api-client/withdrawals.server.ts";
import { Field, RadioGroup } from "#app/forms/field.tsx";
import { clearKeptForm } from "#app/forms/kept-form.server.ts";
import { orWhenLost, toLostForm } from "#app/forms/preserve-input.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useFormat, useT } from "#app/i18n/i18n.tsx";
import { TextIn } from "#app/i18n/text-in.tsx";
import { getUrl, getUser } from "#app/middleware/session-relay.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { orNull } from "#app/request/or-null.ts";
import { readSignedQuery, signQuery } from "#app/request/signed-query.ts";
import {
  WITHDRAWAL_PATH as PATH,
  readReceipt,
  toReceiptPath,
} from "#app/request/withdrawal-receipt.ts";
import { ContactInstead } from "#app/site/contact-instead.tsx";
import { useDebtCents } from "#app/ui/base/layout-data.ts";
import { Link } from "#app/ui/base/link.tsx";
import { PageHead } from "#app/ui/base/page-head.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { useThroughLinks } from "#app/ui/base/use-through-links.ts";
import { isRowId } from "#domain/ids.ts";
import { WITHDRAWAL_SUBJECTS } from "#domain/withdrawal-statements.ts";
import type { Route } from "./+types/withdrawal";
import { Received } from "./received.tsx";
import { Review } from "./review.tsx";
import {
  isOffered,
  keepStatement,
  listDestinations,
  loadOptions,
  type OfferedAgain,
  offerAgain,
  pickDestination,
  pickSubject,
  readStatement,
  withdrawalForm,
} from "./withdrawal.server.ts";

/** The withdrawal function (Directive 2011/83/EU Art. 11a): prefilled for members. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const user = await orNull(context, "profile", getUser(context));
  const query = getUrl(context).searchParams;
  const order = query.get("order");
  const isReview = query.get("step") === "review";
  const isAgain = query.has("again");
  const kept = isReview || isAgain ? await readStatement(context, request) : null;
  const contract = isRowId(order) ? order : "";
  const filled = kept ?? { contract };
  const options = await loadOptions(context, user !== null, filled.contract);
  const destination = pickDestination(options, filled);
  return {
    isOffered: await isOffered(context),
    received: readReceipt(readSignedQuery(context)),
    review: isReview && kept ? { ...kept, destination } : null,
    isAgain,
    form: await withdrawalForm.load(context),
    options,
    destinations: listDestinations(options).toReversed(),
    prefilled: {
      name: [user?.name, user?.surname].filter(Boolean).join(" "),
      email: user?.email ?? "",
      subject: pickSubject(options, { contract, isBalance: query.has("balance") }),
      ...filled,
      destination,
    },
  };
}

/**
 * The first submission shows the statement again, on a separate page that one can go back from; the
 * second one sends it.
 */
export async function action(args: Route.ActionArgs) {
  const { context } = args;
  const outcome = await withdrawalForm.handle(args, async ({ step, ...statement }, api) => {
    if (step === "review") {
      const response = await redirectTo(context, `${PATH}?step=review`);
      const isKept = await keepStatement(context, response, statement);
      return isKept ? response : data({ review: statement });
    }
    const sent = await sendWithdrawal(api, statement);
    const receipt = signQuery(context, toReceiptPath(sent));
    return clearKeptForm(context, await redirectTo(context, receipt));
  });
  if (outcome instanceof Response) return outcome;
  const { data: shown, init } = outcome;
  return data("reply" in shown ? await offerAgain(context, shown) : shown, init ?? {});
}

/**
 * A lost form stays as typed; in the second step the statement is shown again, to be sent once
 * more.
 */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return orWhenLost(serverAction, toLostForm(await request.clone().formData()));
}

export default function Withdrawal({ loaderData, actionData }: Route.ComponentProps) {
  const t = useT();
  const result = useThroughLinks(actionData);
  const failed = result && "reply" in result ? result : undefined;
  const review = result && "review" in result ? result.review : loaderData.review;
  const { received } = loaderData;
  if (!loaderData.isOffered) {
    return <ContactInstead title={t("withdrawal.title")} text={t("withdrawal.not_offered")} />;
  }
  const isPlain = !result && !received && !review && !loaderData.isAgain;
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
        <PageTitle title={t("withdrawal.title")} hasErrors={Boolean(failed)} isPrivate />
      )}
      {review && !failed ? (
        <Review statement={review} />
      ) : received && !failed ? (
        <Received received={received} />
      ) : (
        <Statement loaderData={loaderData} failed={failed} />
      )}
    </div>
  );
}

const FIELDS_IN_ORDER = ["subject", "contract", "name", "email", "destination"] as const;

function Statement(props: {
  loaderData: Route.ComponentProps["loaderData"];
  failed: OfferedAgain | undefined;
}) {
  const { loaderData, failed } = props;
  const t = useT();
  const format = useFormat();
  const form = useAppForm(loaderData.form, failed, loaderData.prefilled);
  const { fields } = form;
  const destinations = form.failed?.destinations ?? loaderData.destinations;
  const debtCents = useDebtCents();
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
        <Field meta={fields.name} label={t("withdrawal.name")} autoComplete="name" />
        <Field
          meta={fields.email}
          label={t("deposit.email")}
          type="email"
          autoComplete="email"
          hint={t("withdrawal.email_hint")}
        />
        <RadioGroup
          meta={fields.destination}
          legend={t("withdrawal.destination")}
          choices={destinations.map((destination) => ({
            value: destination,
            label: t(`withdrawal.${destination}`),
            hint:
              destination === "wallet" && debtCents > 0
                ? t("order.withdraw_owed", { amount: format.credits(debtCents) })
                : t(`withdrawal.${destination}_hint`),
          }))}
        />
        <SubmitButton size="large" className="w-full sm:w-auto">
          {t("withdrawal.next")}
        </SubmitButton>
      </BoundForm>
    </>
  );
}

/** What a member can withdraw from now: selecting an item fills in the form. */
function Options({ options }: { options: Pick<WithdrawalOptions, "orders" | "balanceCents"> }) {
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
              <span className="link">
                <TextIn language={order.titleLanguage}>{order.title}</TextIn>
              </span>
              <span className="text-muted tabular-nums">{format.credits(order.amountCents)}</span>
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
