import type { ConfirmWithdrawalBody } from "#api/contract/withdrawals.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";
import { confirmWithdrawal } from "#app/api-client/withdrawals.server.ts";
import { listErrors } from "#app/forms/error-summary.tsx";
import { preserveInput } from "#app/forms/preserve-input.ts";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useT } from "#app/i18n/i18n.tsx";
import { secretAddressMiddleware } from "#app/middleware/secret-address.ts";
import { getUrl } from "#app/middleware/session-relay.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { readSignedQuery, signQuery } from "#app/request/signed-query.ts";
import { toReceiptPath, WITHDRAWAL_PATH } from "#app/request/withdrawal-receipt.ts";
import { ContactLink, DeadLink } from "#app/site/dead-link.tsx";
import { Button, ButtonLink } from "#app/ui/base/button.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { WITHDRAWAL_NUMBER } from "#domain/references.ts";
import type { Route } from "./+types/confirm-withdrawal";
import { confirmForm } from "./confirm-withdrawal.server.ts";

const PATH = `${WITHDRAWAL_PATH}/confirm`;

export const middleware: Route.MiddlewareFunction[] = [secretAddressMiddleware];

export async function loader({ context }: Route.LoaderArgs) {
  const query = getUrl(context).searchParams;
  const signed = readSignedQuery(context);
  return {
    number: query.get("number") ?? "",
    key: query.get("key") ?? "",
    isRejected: signed.has("rejected"),
    isDecided: signed.has("decided"),
    form: await confirmForm.load(context),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const confirm = async (body: ConfirmWithdrawalBody, api: ApiClient) => {
    const { number, decision } = body;
    const { status, ...money } = await confirmWithdrawal(api, body);
    const toResult = (result: "rejected" | "decided") =>
      `${PATH}?${new URLSearchParams({ number, [result]: "1" })}`;
    const isResolved = status === "resolved";
    // The first decision stands: a different one that follows changes nothing.
    if (isResolved !== (decision === "reject")) {
      return redirectTo(context, signQuery(context, toResult("decided")));
    }
    const path = isResolved ? toResult("rejected") : toReceiptPath({ number, status, ...money });
    return redirectTo(context, signQuery(context, path));
  };
  // If its key is missing, the page says what to do about the link; after any other error its form
  // stays.
  return confirmForm.handle({ request, context }, confirm, {
    withdrawal_link_invalid: () => redirectTo(context, PATH),
  });
}

export const clientAction = preserveInput;

/**
 * Target of a receipt's link, signed in or not (docs/decisions/0045): a question with two buttons,
 * because mail scanners follow links but do not submit forms.
 */
export default function ConfirmWithdrawal({ loaderData, actionData }: Route.ComponentProps) {
  const t = useT();
  const { number, key, isRejected, isDecided } = loaderData;
  const form = useAppForm(loaderData.form, actionData);
  const errors = listErrors(form.reply, []);
  const result = errors.length > 0 ? null : isRejected ? "rejected" : isDecided ? "decided" : null;
  const isCutOff = !WITHDRAWAL_NUMBER.test(number) || (key === "" && result === null);
  if (isCutOff) {
    return (
      <DeadLink text={t("errors.withdrawal_link_invalid")} hasErrors={errors.length > 0}>
        <ButtonLink to={WITHDRAWAL_PATH} size="large">
          {t("withdrawal.link")}
        </ButtonLink>
      </DeadLink>
    );
  }
  const state = result ?? "confirm";
  const title = t(`withdrawal.${state}_title`);
  const [before, ...after] = t(`withdrawal.${state}_text`, { number }).split(number);
  return (
    <div className="page-narrow pt-10 pb-20 md:pt-14">
      <PageTitle title={title} hasErrors={errors.length > 0} isPrivate />
      <h1 className="text-4xl md:text-5xl">{title}</h1>
      <p role={result === null ? undefined : "status"} className="mt-4 mb-8 text-muted">
        {before}
        <bdi className="whitespace-nowrap">{number}</bdi>
        {after.join(number)}
      </p>
      {result === "decided" ? <ContactLink /> : null}
      {result === null ? (
        <BoundForm of={form} summary={[]} className="flex flex-wrap gap-4">
          <input type="hidden" name="number" value={number} />
          <input type="hidden" name="key" value={key} />
          <Button type="submit" name="decision" value="confirm" size="large">
            {t("withdrawal.mine")}
          </Button>
          <Button type="submit" name="decision" value="reject" kind="secondary" size="large">
            {t("withdrawal.not_mine")}
          </Button>
        </BoundForm>
      ) : null}
    </div>
  );
}
