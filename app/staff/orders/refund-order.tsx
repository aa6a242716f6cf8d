import { planOrderRefund, refundOrder } from "#app/api-client/staff/orders.server.ts";
import { preserveInput } from "#app/forms/preserve-input.ts";
import { useT } from "#app/i18n/i18n.tsx";
import { requireStaff } from "#app/middleware/guards.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import { handleRefund, loadRefund, readRefundQuery } from "#app/staff/refund/refund-form.server.ts";
import { RefundScreen } from "#app/staff/refund/refund-screen.tsx";
import { revalidatePosted } from "#app/staff/revalidate-posted.ts";
import { staffPath } from "#app/staff/table/staff-path.ts";
import type { Route } from "./+types/refund-order";

export async function loader({ context, params }: Route.LoaderArgs) {
  await requireStaff(context, "orders");
  const plan = planOrderRefund(getApi(context), params.id, readRefundQuery(context));
  return { id: params.id, ...(await loadRefund(context, plan)) };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  await requireStaff(context, "orders");
  return handleRefund({ request, context }, staffPath("orders", params.id), {
    plan: (api, choice) => planOrderRefund(api, params.id, choice),
    refund: (api, given) => refundOrder(api, params.id, given),
  });
}

export const clientAction = preserveInput;
export const shouldRevalidate = revalidatePosted;

/** The preview of an order's refund, and the button to confirm it. */
export default function RefundOrder({ loaderData, actionData }: Route.ComponentProps) {
  const t = useT();
  const order = t("staff_orders.one", { id: loaderData.id });
  return (
    <RefundScreen
      title={t("staff_orders.refund_title", { subject: order })}
      back={{ to: staffPath("orders", loaderData.id), text: order }}
      hasDestination
      loaded={loaderData}
      failed={actionData}
    />
  );
}
