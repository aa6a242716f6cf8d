import { data, redirect } from "react-router";
import { getSandboxCard, saveSandboxCard } from "#app/api-client/selling/payouts.server.ts";
import { ApiError } from "#app/api-client/transport/api-error.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";
import { Field } from "#app/forms/field.tsx";
import type { FailedForm, LoadedForm } from "#app/forms/form-types.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useFormat, useT } from "#app/i18n/i18n.tsx";
import { requireUserMiddleware } from "#app/middleware/guards.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { ifFound } from "#app/request/or-rejected.ts";
import { OFFERS_PATH } from "#app/selling/offers/offer-paths.ts";
import { ButtonLink, buttonClass } from "#app/ui/base/button.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { PaymentMessage } from "#app/ui/payment-message.tsx";
import type { Route } from "./+types/sandbox-card";
import { sandboxCardForm } from "./sandbox-card.server.ts";

export const middleware: Route.MiddlewareFunction[] = [requireUserMiddleware];

export async function loader({ context, params }: Route.LoaderArgs) {
  const page = await ifFound(loadPage(getApi(context), params.token));
  if (page === null) return data({ page, form: null }, { status: 404 });
  return data({ page, form: await sandboxCardForm.load(context) });
}

async function loadPage(api: ApiClient, token: string) {
  assertToken(token);
  return getSandboxCard(api, token);
}

export async function action(args: Route.ActionArgs) {
  const { context, params } = args;
  // Already completed (a double click, another tab), or expired: the page explains it.
  const showPage = () => redirect(getUrl(context).pathname, 303);
  return sandboxCardForm.handle(
    args,
    async (value, api) => {
      assertToken(params.token);
      const { returnUrl } = await saveSandboxCard(api, params.token, value);
      return returnUrl === null ? redirectTo(context, OFFERS_PATH) : redirect(returnUrl, 303);
    },
    { 404: showPage, 409: showPage },
  );
}

/** Throws ApiError payout_card_not_found for an invalid id. */
function assertToken(token: string): void {
  const code = "payout_card_not_found";
  if (!/^[\w-]{8,64}$/.test(token)) throw new ApiError(404, code, { code });
}

/**
 * The sandbox payout provider's page, where a test card is entered; clearly not part of the shop.
 */
export default function SandboxCard({ loaderData, actionData }: Route.ComponentProps) {
  const { page, form } = loaderData;
  if (page === null || form === null) return <GonePage />;
  if (page.status !== "open") return <FinishedPage returnUrl={page.returnUrl} />;
  return <OpenPage page={page} loaded={form} failed={actionData} />;
}

type Page = NonNullable<Route.ComponentProps["loaderData"]["page"]>;
type FieldName = "decision" | "number" | "holder" | "exp_month" | "exp_year";

function OpenPage(props: {
  page: Page;
  loaded: LoadedForm<FieldName>;
  failed: FailedForm | undefined;
}) {
  const { page, loaded, failed } = props;
  const t = useT();
  const format = useFormat();
  const form = useAppForm(loaded, failed);
  const { fields, reply } = form;
  return (
    <div className="page-narrow pt-10 pb-20 md:pt-14">
      <PageTitle title={t("sandbox_card.title")} hasErrors={Boolean(reply)} isPrivate />
      <div role="note" className="mb-8 flex gap-3 rounded-card bg-sunken p-4">
        <Icon name="info" className="mt-0.5 size-5 text-warning" />
        <p>
          <strong className="font-medium">{t("sandbox.banner")}</strong>{" "}
          {t("sandbox_card.banner_text")}
        </p>
      </div>
      <h1 className="text-4xl">{t("sandbox_card.title")}</h1>
      <dl className="my-6 flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line pb-4">
        <dt className="text-muted">{t("sandbox_card.amount")}</dt>
        <dd className="font-display text-3xl tabular-nums">
          {format.money(page.amountCents, page.currency)}
        </dd>
      </dl>
      <TestCards />
      <BoundForm of={form} summary={["number", "holder", "exp_month", "exp_year"]}>
        <div className="grid grid-cols-2 gap-5">
          <Field
            meta={fields.number}
            label={t("sandbox_card.number")}
            inputMode="numeric"
            autoComplete="off"
            spellCheck={false}
            className="col-span-2 [&_input]:[direction:ltr] [&_input]:tabular-nums rtl:[&_input]:text-end"
          />
          <Field
            meta={fields.holder}
            label={t("sandbox_card.holder")}
            autoComplete="off"
            className="col-span-2"
          />
          <Field
            meta={fields.exp_month}
            label={t("sandbox_card.month")}
            inputMode="numeric"
            autoComplete="off"
          />
          <Field
            meta={fields.exp_year}
            label={t("sandbox_card.year")}
            inputMode="numeric"
            autoComplete="off"
          />
        </div>
        <div className="mt-8 flex flex-wrap gap-3">
          <SubmitButton name="decision" value="save">
            {t("sandbox_card.save")}
          </SubmitButton>
          <SubmitButton kind="secondary" name="decision" value="cancel" formNoValidate>
            {t("sandbox_card.cancel")}
          </SubmitButton>
        </div>
      </BoundForm>
    </div>
  );
}

/** The test numbers, and the outcome of each. */
const TEST_CARDS = [
  ["4242 4242 4242 4242", "pays"],
  ["5555 5555 5555 4444", "pays"],
  ["4000 0000 0000 9995", "fails"],
  ["4000 0000 0000 0119", "unknown"],
  ["4000 0000 0000 0341", "returns"],
  ["4000 0000 0000 0002", "rejected"],
] as const;

function TestCards() {
  const t = useT();
  return (
    <details className="mb-8" open>
      <summary className="min-h-11 py-2 font-medium">{t("sandbox_card.cards")}</summary>
      <dl className="grid gap-x-6 gap-y-1 text-sm sm:grid-cols-[auto_1fr]">
        {TEST_CARDS.map(([number, ending]) => (
          <div key={number} className="contents">
            <dt className="tabular-nums">
              <bdi dir="ltr">{number}</bdi>
            </dt>
            <dd className="text-muted">{t(`sandbox_card.${ending}`)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function FinishedPage({ returnUrl }: { returnUrl: string | null }) {
  const t = useT();
  return (
    <PaymentMessage
      tone="neutral"
      icon="check"
      title={t("sandbox.finished_title")}
      text={t("sandbox.finished_text")}
    >
      {returnUrl ? (
        <a href={returnUrl} className={buttonClass()}>
          {t("sandbox.continue")}
        </a>
      ) : (
        <ButtonLink to={OFFERS_PATH}>{t("offer.to_list")}</ButtonLink>
      )}
    </PaymentMessage>
  );
}

function GonePage() {
  const t = useT();
  return (
    <PaymentMessage
      tone="neutral"
      icon="close"
      title={t("errors.payout_card_not_found")}
      text={t("sandbox_card.gone_text")}
    >
      <ButtonLink to={OFFERS_PATH}>{t("offer.to_list")}</ButtonLink>
    </PaymentMessage>
  );
}
