import { planDepositRefund, refundDeposit } from "#app/api-client/staff/deposits.server.ts";
import { preserveInput } from "#app/forms/preserve-input.ts";
import { useT } from "#app/i18n/i18n.tsx";
import { requireStaff } from "#app/middleware/guards.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import { handleRefund, loadRefund, readRefundQuery } from "#app/staff/refund/refund-form.server.ts";
import { RefundScreen } from "#app/staff/refund/refund-screen.tsx";
import { revalidatePosted } from "#app/staff/revalidate-posted.ts";
import { staffPath } from "#app/staff/table/staff-path.ts";
import type { Route } from "./+types/refund-deposit";

export async function loader({ context, params }: Route.LoaderArgs) {
  await requireStaff(context, "orders");
  const { amount } = readRefundQuery(context);
  const plan = planDepositRefund(getApi(context), params.id, { amount });
  return { id: params.id, ...(await loadRefund(context, plan)) };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  await requireStaff(context, "orders");
  return handleRefund({ request, context }, staffPath("deposits", params.id), {
    plan: (api, { amount }) => planDepositRefund(api, params.id, { amount }),
    refund: (api, given) => refundDeposit(api, params.id, given),
  });
}

export const clientAction = preserveInput;
export const shouldRevalidate = revalidatePosted;

/** The preview of a deposit's refund, and the button to confirm it. */
export default function RefundDeposit({ loaderData, actionData }: Route.ComponentProps) {
  const t = useT();
  const deposit = t("staff_deposits.one", { id: loaderData.id });
  return (
    <RefundScreen
      title={t("staff_orders.refund_title", { subject: deposit })}
      back={{ to: staffPath("deposits", loaderData.id), text: deposit }}
      hasDestination={false}
      loaded={loaderData}
      failed={actionData}
    />
  );
}
