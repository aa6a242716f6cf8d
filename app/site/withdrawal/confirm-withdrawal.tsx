import { confirmWithdrawal } from "#app/api-client/withdrawals.server.ts";
import { listErrors } from "#app/forms/error-summary.tsx";
import { preserveInput } from "#app/forms/preserve-input.ts";
import { useAppForm } from "#app/forms/use-app-form.tsx";
import { useT } from "#app/i18n/i18n.tsx";
import { useMessage } from "#app/i18n/use-message.ts";
import { secretAddressMiddleware } from "#app/middleware/secret-address.ts";
import { getUrl } from "#app/middleware/session-relay.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { toReceiptPath, WITHDRAWAL_PATH } from "#app/request/withdrawal-receipt.ts";
import { Button } from "#app/ui/base/button.tsx";
import { Form } from "#app/ui/base/link.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { WITHDRAWAL_NUMBER } from "#domain/withdrawal-statements.ts";
import type { Route } from "./+types/confirm-withdrawal";
import { confirmForm } from "./confirm-withdrawal.server.ts";

export const middleware: Route.MiddlewareFunction[] = [secretAddressMiddleware];

export async function loader({ context }: Route.LoaderArgs) {
  const query = getUrl(context).searchParams;
  return {
    number: query.get("number") ?? "",
    key: query.get("key") ?? "",
    isRejected: query.has("rejected"),
    isDecided: query.has("decided"),
    form: await confirmForm.load(context),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  return confirmForm.handle({ request, context }, async (body, api) => {
    const { number, decision } = body;
    const { status, destination } = await confirmWithdrawal(api, body);
    const toResult = (result: "rejected" | "decided") =>
      `${WITHDRAWAL_PATH}/confirm?${new URLSearchParams({ number, [result]: "1" })}`;
    const isResolved = status === "resolved";
    // The first decision stands: the other one, later, changes nothing.
    if (isResolved !== (decision === "reject")) return redirectTo(context, toResult("decided"));
    const path = isResolved ? toResult("rejected") : toReceiptPath({ number, status, destination });
    return redirectTo(context, path);
  });
}

export const clientAction = preserveInput;

/**
 * Target of a receipt's link, signed in or not (docs/decisions/0045): a question with two buttons,
 * because mail scanners follow links but do not submit forms.
 */
export default function ConfirmWithdrawal({ loaderData, actionData }: Route.ComponentProps) {
  const t = useT();
  const message = useMessage();
  const { number, key, isRejected, isDecided } = loaderData;
  const form = useAppForm(loaderData.form, actionData);
  const errors = listErrors(form.reply, []);
  const isCutOff = !WITHDRAWAL_NUMBER.test(number) || (key === "" && !isRejected && !isDecided);
  const title = t(isRejected ? "withdrawal.rejected_title" : "withdrawal.confirm_title");
  return (
    <div className="page-narrow pt-10 pb-20 md:pt-14">
      <PageTitle title={title} hasErrors={errors.length > 0} isPrivate />
      <h1 className="text-4xl md:text-5xl">{isCutOff ? t("withdrawal.title") : title}</h1>
      {isCutOff || errors.length > 0 ? (
        <p role="alert" className="mt-4">
          {isCutOff
            ? t("errors.withdrawal_link_invalid")
            : errors.map(({ text }) => message(text)).join(" ")}
        </p>
      ) : isRejected || isDecided ? (
        <p role="status" className="mt-4">
          {t(isRejected ? "withdrawal.rejected_text" : "withdrawal.decided_text", { number })}
        </p>
      ) : (
        <>
          <p className="mt-4 mb-8 text-muted">{t("withdrawal.confirm_text", { number })}</p>
          <Form method="post" className="flex flex-wrap gap-4">
            <input type="hidden" name="number" value={number} />
            <input type="hidden" name="key" value={key} />
            <Button type="submit" name="decision" value="confirm" size="large">
              {t("withdrawal.mine")}
            </Button>
            <Button type="submit" name="decision" value="reject" kind="secondary" size="large">
              {t("withdrawal.not_mine")}
            </Button>
          </Form>
        </>
      )}
    </div>
  );
}
