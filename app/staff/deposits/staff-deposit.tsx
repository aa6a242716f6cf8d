import {
  decideSettlement,
  endDeposit,
  getStaffDeposit,
  settleDeposit,
} from "#app/api-client/staff/deposits.server.ts";
import { dispatchForms, type FormArgs } from "#app/forms/define-form.server.ts";
import { preserveInputOfNamed } from "#app/forms/preserve-input.ts";
import { useFormat, useT } from "#app/i18n/i18n.tsx";
import { requireStaff } from "#app/middleware/guards.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { orNotFound } from "#app/request/or-rejected.ts";
import { BackLink } from "#app/staff/back-link.tsx";
import { redirectWithReason } from "#app/staff/redirect-with-reason.server.ts";
import { revalidatePosted } from "#app/staff/revalidate-posted.ts";
import { StateText } from "#app/staff/state-text.tsx";
import { staffPath } from "#app/staff/table/staff-path.ts";
import { Timeline } from "#app/staff/timeline.tsx";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { DateTime } from "#app/ui/base/date-time.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { useThroughLinks } from "#app/ui/base/use-through-links.ts";
import { Fact } from "#app/ui/fact.tsx";
import { nameMethod } from "#app/ui/payment-method.ts";
import type { Route } from "./+types/staff-deposit";
import { DecisionForms, SettleRequest } from "./decision-forms.tsx";
import { decisionForm, endForm, settleForm } from "./settle-form.server.ts";

export async function loader({ context, params }: Route.LoaderArgs) {
  const { id: viewerId } = await requireStaff(context, "orders");
  const deposit = await orNotFound(context, getStaffDeposit(getApi(context), params.id));
  const isOwn = String(deposit.userId) === viewerId;
  return {
    ...deposit,
    viewerId,
    isOwn,
    settle: await settleForm.load(context),
    decision: await decisionForm.load(context),
    end: await endForm.load(context),
  };
}

/** Settles a pending deposit on evidence, decides on such a settlement, or ends the deposit. */
export async function action(args: Route.ActionArgs) {
  await requireStaff(args.context, "orders");
  const { id } = args.params;
  return dispatchForms(args.context, {
    settle: () => settle(args, id),
    "settle-decision": () => decide(args, id),
    end: () => end(args, id),
  });
}

function settle(args: FormArgs, id: string) {
  const { context } = args;
  const path = staffPath("deposits", id);
  return settleForm.handle(args, async ({ evidence, review = "" }, api) => {
    const key = SETTLED[await settleDeposit(api, id, { evidence, review })];
    return redirectTo(context, path, { kind: "success", key });
  });
}

const SETTLED = {
  by_hand: "staff_deposits.settled",
  by_report: "staff_deposits.settled_by_report",
  waiting: "staff_deposits.settle_requested",
};

function decide(args: FormArgs, id: string) {
  const { context } = args;
  const path = staffPath("deposits", id);
  return decisionForm.handle(
    args,
    async (value, api) => {
      const settlement = await decideSettlement(api, id, value);
      const isApproved = value.decision === "approve";
      const key = isApproved ? SETTLED[settlement] : "staff_deposits.settle_rejected";
      return redirectTo(context, path, { kind: "success", key });
    },
    { changed: redirectWithReason(context, path) },
  );
}

function end(args: FormArgs, id: string) {
  const { context } = args;
  const path = staffPath("deposits", id);
  return endForm.handle(args, async (decision, api) => {
    await endDeposit(api, id, decision);
    return redirectTo(context, path, { kind: "success", key: "staff_deposits.ended" });
  });
}

export const clientAction = preserveInputOfNamed("settle");
export const shouldRevalidate = revalidatePosted;

/** The payer's details line by line, as in a letter. */
const PAYER_LINES = [
  ["first_name", "last_name"],
  ["address"],
  ["post_code", "city", "country"],
  ["email"],
  ["phone"],
];

type Deposit = Route.ComponentProps["loaderData"];

/** One deposit: its provider's reports, and all events. */
export default function StaffDeposit({ loaderData, actionData }: Route.ComponentProps) {
  const t = useT();
  const failed = useThroughLinks(actionData);
  const deposit = loaderData;
  const title = t("staff_deposits.one", { id: deposit.id });
  return (
    <article className="max-w-3xl">
      <PageTitle title={title} hasErrors={Boolean(failed)} isPrivate />
      <BackLink to="/staff/deposits">{t("staff_deposits.title")}</BackLink>
      <h1 className="mt-2 mb-6 text-3xl">{title}</h1>
      <DepositFacts deposit={deposit} />
      {isRefundable(deposit) ? (
        <p className="mt-6">
          <ButtonLink to={`${staffPath("deposits", deposit.id)}/refund`} kind="secondary">
            {t("staff_orders.refund")}
          </ButtonLink>
        </p>
      ) : null}
      {deposit.settleRequest ? (
        <SettleRequest
          key={deposit.settleRequest.id}
          deposit={deposit}
          request={deposit.settleRequest}
          loaded={deposit.isOwn ? null : deposit.decision}
          mayApprove={deposit.settleRequest.requesterId !== deposit.viewerId}
          failed={failed}
        />
      ) : null}
      <DecisionForms
        deposit={deposit}
        isOpen={deposit.status === "pending" && !deposit.isOwn}
        settle={deposit.settle}
        end={deposit.end}
        failed={failed}
      />
      <Timeline events={deposit.timeline} />
    </article>
  );
}

/** The latest dispute of a deposit, if any. */
const findDispute = ({ timeline }: Deposit) => timeline.findLast(({ kind }) => kind === "dispute");

/**
 * A refund is offered unless the deposit is disputed, used up, or the viewer's own, which a
 * colleague has to refund.
 */
const isRefundable = (deposit: Deposit) =>
  !deposit.isOwn &&
  deposit.status === "success" &&
  deposit.refundedCents < deposit.amountCents &&
  !deposit.timeline.some(({ kind, state }) => kind === "dispute" && state === "open");

function DepositFacts({ deposit }: { deposit: Deposit }) {
  const t = useT();
  const format = useFormat();
  const dispute = findDispute(deposit);
  return (
    <dl className="border-t border-line">
      <Fact name={t("payments.status")}>
        <StateText state={deposit.status} />
        {deposit.needsApproval ? (
          <span className="block text-warning">{t("staff_deposits.state_approval")}</span>
        ) : null}
      </Fact>
      {dispute ? (
        <Fact name={t("staff_orders.did_dispute")}>
          <Link to="/staff/disputes" className="link">
            <StateText state={dispute.state ?? "unknown"} />
          </Link>
        </Fact>
      ) : null}
      {deposit.review === null ? null : (
        <Fact name={t("staff_deposits.state_review")}>
          <span className="text-warning">{deposit.review}</span>
        </Fact>
      )}
      <Fact name={t("documents.buyer")}>
        <Link to={staffPath("people", deposit.userId)} className="link wrap-anywhere">
          <bdi>{deposit.email}</bdi>
        </Link>
      </Fact>
      {Object.keys(deposit.payer).length === 0 ? null : (
        <Fact name={t("staff_deposits.payer")}>
          <Payer payer={deposit.payer} />
        </Fact>
      )}
      <Fact name={t("payments.date")}>
        <DateTime at={deposit.createdAt} />
      </Fact>
      <Fact name={t("staff_payouts.amount")} keepsWords>
        {format.money(deposit.moneyCents, deposit.currency)} = {format.credits(deposit.amountCents)}
      </Fact>
      <Fact name={t(dispute ? "staff_deposits.taken" : "documents.returned")} keepsWords>
        {format.credits(deposit.refundedCents)}
      </Fact>
      <Fact name={t("staff_payouts.reference")}>
        <bdi dir="ltr" className="wrap-anywhere">
          {deposit.provider}
        </bdi>
        {" · "}
        {nameMethod(t, deposit.method)}
        {" · "}
        <bdi dir="ltr" className="wrap-anywhere">
          {deposit.reference ?? "–"}
        </bdi>
      </Fact>
    </dl>
  );
}

function Payer({ payer }: Pick<Deposit, "payer">) {
  const lines = PAYER_LINES.map((names) =>
    names.flatMap((name) => payer[name] || []).join(" "),
  ).filter(Boolean);
  return (
    <ul>
      {lines.map((line) => (
        <li key={line} dir="auto" className="wrap-anywhere">
          {line}
        </li>
      ))}
    </ul>
  );
}
