import { useSearchParams } from "react-router";
import {
  closeDispute,
  type DisputeView,
  decideDispute,
  listDisputes,
} from "#app/api-client/staff/deposits.server.ts";
import { dispatchForms, type FormArgs } from "#app/forms/define-form.server.ts";
import { RadioGroup } from "#app/forms/field.tsx";
import type { FailedForm, LoadedForm } from "#app/forms/form-types.ts";
import { preserveInputOfNamed } from "#app/forms/preserve-input.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useFormat, useT } from "#app/i18n/i18n.tsx";
import { requireStaff } from "#app/middleware/guards.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { CreditRequest } from "#app/staff/approval/credit-request.tsx";
import { EvidenceField } from "#app/staff/forms/evidence-field.tsx";
import { StaleDialog } from "#app/staff/forms/stale-form.tsx";
import { loadPage, readPage } from "#app/staff/read-page.ts";
import { redirectWithReason } from "#app/staff/redirect-with-reason.server.ts";
import { revalidatePosted } from "#app/staff/revalidate-posted.ts";
import { StateText } from "#app/staff/state-text.tsx";
import { EmailAddress } from "#app/staff/table/email-address.tsx";
import { staffPath } from "#app/staff/table/staff-path.ts";
import { StaffTable } from "#app/staff/table/staff-table.tsx";
import { adjacentPages, onPage, toTablePath } from "#app/staff/table/table-path.ts";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { DateTime } from "#app/ui/base/date-time.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { useThroughLinks } from "#app/ui/base/use-through-links.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { Fact } from "#app/ui/fact.tsx";
import type { Route } from "./+types/staff-disputes";
import { OUTCOMES } from "./refund-actions.server.ts";
import { closeForm, decideDisputeForm } from "./suspense-forms.server.ts";

const PATH = "/staff/disputes";
/** The possible outcomes of a dispute. */
const CLOSE_OUTCOMES = ["won", "lost"] as const;

/** The path of this page of the list; with a dispute, of the dialog that closes it. */
const toPath = (page: number, dispute: string | null = null) =>
  toTablePath(PATH, {}, { ...onPage(page), dispute });

export async function loader({ context }: Route.LoaderArgs) {
  const { id: viewerId } = await requireStaff(context, "orders");
  const list = await loadPage(context, (page) => listDisputes(getApi(context), page), "dispute");
  const asked = getUrl(context).searchParams.get("dispute");
  // Nobody may close a dispute of their own payment.
  const disputes = list.disputes.map((dispute) => ({
    ...dispute,
    isClosable: dispute.status === "open" && dispute.userId !== viewerId,
    mayApprove: dispute.closeRequest?.requesterId !== viewerId,
  }));
  const opened = disputes.find(({ id, isClosable }) => id === asked && isClosable) ?? null;
  return {
    ...list,
    disputes,
    opened,
    form: await closeForm.load(context),
    decide: await decideDisputeForm.load(context),
  };
}

/** Records the outcome of the dispute in `?dispute=`, or decides on it. */
export async function action(args: Route.ActionArgs) {
  const { context } = args;
  await requireStaff(context, "orders");
  const id = getUrl(context).searchParams.get("dispute") ?? "";
  const list = toPath(readPage(context));
  return dispatchForms(context, {
    close: () => close(args, id, list),
    "decide-dispute": () => decide(args, id, list),
  });
}

function close(args: FormArgs, id: string, list: string) {
  return closeForm.handle(args, async (decision, api) => {
    const isWaiting = await closeDispute(api, id, decision);
    const key = OUTCOMES[isWaiting ? "requested" : "recorded"];
    return redirectTo(args.context, list, { kind: "success", key });
  });
}

function decide(args: FormArgs, id: string, list: string) {
  const { context } = args;
  const redirectToList = redirectWithReason(context, list);
  return decideDisputeForm.handle(
    args,
    async (decision, api) => {
      await decideDispute(api, id, decision);
      const key = OUTCOMES[decision.decision === "approve" ? "recorded" : "rejected"];
      return redirectTo(context, list, { kind: "success", key });
    },
    { 404: redirectToList, changed: redirectToList },
  );
}

export const clientAction = preserveInputOfNamed("close");
export const shouldRevalidate = revalidatePosted;

/** Disputed payments: open ones first, then newest first. */
export default function StaffDisputes({ loaderData, actionData }: Route.ComponentProps) {
  const failed = useThroughLinks(actionData);
  const [query] = useSearchParams();
  const t = useT();
  const { disputes, opened, page, pages } = loaderData;
  return (
    <>
      {opened ? (
        <CloseDialog
          key={opened.id}
          dispute={opened}
          page={page}
          loaded={loaderData.form}
          decide={loaderData.decide}
          failed={failed}
        />
      ) : null}
      <StaleDialog
        key={`stale ${query.get("dispute")}`}
        isOpen={opened !== null}
        title={t("staff_deposits.close_dispute")}
        closeTo={toPath(page)}
        loaded={loaderData.form}
        failed={failed}
        reason={t("errors.dispute_changed")}
        choices={[
          {
            name: "outcome",
            label: t("staff_payouts.what_happened"),
            options: CLOSE_OUTCOMES.map((value) => ({
              value,
              label: t(`staff_orders.state.${value}`),
            })),
          },
        ]}
        texts={[{ name: "evidence", label: t("staff_payouts.evidence"), rows: 3 }]}
      />
      <DisputeTable {...{ disputes, page, pages }} hasErrors={Boolean(failed)} />
    </>
  );
}

function DisputeTable(props: {
  disputes: (DisputeView & { isClosable: boolean })[];
  page: number;
  pages: number;
  hasErrors: boolean;
}) {
  const { disputes, page, pages, hasErrors } = props;
  const t = useT();
  const format = useFormat();
  return (
    <StaffTable
      title={t("staff_deposits.disputes")}
      path={PATH}
      query={{}}
      hasErrors={hasErrors}
      {...adjacentPages(page, pages)}
      empty={t("staff.none_yet")}
      note={t("dashboard.times")}
      rows={disputes}
      keyOf={({ id }) => id}
      columns={[
        {
          title: t("documents.deposit"),
          render: (dispute) => <DepositCell dispute={dispute} />,
        },
        {
          title: t("payments.date"),
          keepsWords: true,
          render: ({ openedAt }) => <DateTime at={openedAt} className="tabular-nums" />,
        },
        {
          title: t("payments.status"),
          keepsWords: true,
          render: (dispute) => <StatusCell dispute={dispute} />,
        },
        {
          title: t("staff_payouts.amount"),
          isNumber: true,
          render: ({ moneyCents }) => format.money(moneyCents),
        },
        {
          title: t("staff.decision"),
          keepsWords: true,
          render: ({ id, isClosable, reference }) =>
            isClosable ? (
              <ButtonLink
                to={toPath(page, id)}
                kind="secondary"
                size="small"
                preventScrollReset
                aria-label={`${t("staff_deposits.close_dispute")} ${reference}`}
                className="min-h-11"
              >
                {t("staff_deposits.close_dispute")}
              </ButtonLink>
            ) : (
              "–"
            ),
        },
      ]}
    />
  );
}

function DepositCell({ dispute }: { dispute: DisputeView }) {
  const { depositId, email } = dispute;
  return (
    <>
      <Link to={staffPath("deposits", depositId)} className="link">
        #{depositId}
      </Link>
      <span className="block text-sm wrap-anywhere text-muted">
        <EmailAddress email={email} />
      </span>
    </>
  );
}

/** The status, whether its outcome waits for approval, and what the outcome is based on. */
function StatusCell({ dispute }: { dispute: DisputeView }) {
  const { status, evidence, closeRequest } = dispute;
  const t = useT();
  return (
    <>
      <StateText state={status} />
      {closeRequest ? (
        <span className="block text-warning">{t("staff_deposits.outcome_approval")}</span>
      ) : null}
      {evidence ? (
        <span className="block text-sm wrap-anywhere text-muted md:min-w-32">
          <bdi>{evidence}</bdi>
        </span>
      ) : null}
    </>
  );
}

type DialogProps = {
  dispute: DisputeView & { mayApprove: boolean };
  page: number;
  loaded: LoadedForm<"outcome" | "evidence">;
  failed: FailedForm | undefined;
};

/**
 * While winning waits for a second person, decides on that, or records that the dispute has been
 * lost.
 */
function CloseDialog(props: DialogProps & { decide: LoadedForm<"request" | "decision"> }) {
  const { dispute, page, decide, failed } = props;
  const { closeRequest, mayApprove } = dispute;
  const t = useT();
  const format = useFormat();
  return (
    <Dialog title={t("staff_deposits.close_dispute")} closeTo={toPath(page)} width="552px">
      {closeRequest ? (
        <CreditRequest
          request={closeRequest}
          action={`${toPath(page, dispute.id)}&form=${decide.id}`}
          loaded={decide}
          {...{ failed, mayApprove }}
          facts={
            <>
              <Fact name={t("staff_deposits.outcome_approval")}>{t("staff_orders.state.won")}</Fact>
              <Fact name={t("staff_payouts.amount")} keepsWords>
                {format.credits(dispute.amountCents)}
              </Fact>
            </>
          }
        />
      ) : null}
      <div className={closeRequest ? "mt-8" : undefined}>
        <CloseForm {...props} />
      </div>
    </Dialog>
  );
}

function CloseForm({ dispute, page, loaded, failed }: DialogProps) {
  const t = useT();
  const form = useAppForm(loaded, failed);
  const outcomes = dispute.closeRequest ? (["lost"] as const) : CLOSE_OUTCOMES;
  return (
    <BoundForm
      of={form}
      action={`${toPath(page, dispute.id)}&form=${loaded.id}`}
      summary={["outcome", "evidence"]}
      className="space-y-6"
    >
      <RadioGroup
        meta={form.fields.outcome}
        legend={t("staff_payouts.what_happened")}
        choices={outcomes.map((outcome) => ({
          value: outcome,
          label: t(`staff_orders.state.${outcome}`),
          hint: t(`staff_deposits.hint_${outcome}`),
        }))}
      />
      <EvidenceField meta={form.fields.evidence} />
      <SubmitButton>{t("staff_payouts.save")}</SubmitButton>
    </BoundForm>
  );
}
