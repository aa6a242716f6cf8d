import {
  createPayoutBatch,
  decidePayoutApproval,
  getPayoutApproval,
  type PayoutApprovalView,
  type PayoutPreviewView,
  previewPayoutBatch,
} from "#app/api-client/selling/payouts.server.ts";
import { dispatchForms, type FormArgs } from "#app/forms/define-form.server.ts";
import type { FailedForm, LoadedForm } from "#app/forms/form-types.ts";
import { preserveInputOfNamed } from "#app/forms/preserve-input.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useFormat, useT } from "#app/i18n/i18n.tsx";
import { toReference } from "#app/i18n/message-reference.ts";
import { useMessage } from "#app/i18n/use-message.ts";
import { requireStaff } from "#app/middleware/guards.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { orRejected } from "#app/request/or-rejected.ts";
import { ApprovalForm } from "#app/staff/approval/approval-form.tsx";
import { BackLink } from "#app/staff/back-link.tsx";
import { ifOffered } from "#app/staff/if-offered.server.ts";
import { revalidatePosted } from "#app/staff/revalidate-posted.ts";
import { ShortcutList } from "#app/staff/shortcuts/shortcut-list.tsx";
import { useShortcuts } from "#app/staff/shortcuts/use-shortcuts.ts";
import { StaffCard } from "#app/staff/staff-card.tsx";
import { EmailAddress } from "#app/staff/table/email-address.tsx";
import { DateTime } from "#app/ui/base/date-time.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { useThroughLinks } from "#app/ui/base/use-through-links.ts";
import { Fact } from "#app/ui/fact.tsx";
import { formatDay } from "#domain/dates.ts";
import { APPROVAL_WINDOW_DAYS } from "#domain/payouts.ts";
import type { Route } from "./+types/new-batch";
import { approvalForm, batchForm } from "./staff-payouts.server.ts";

const PATH = "/staff/payouts/new";

export async function loader({ context }: Route.LoaderArgs) {
  const { id: viewerId } = await requireStaff(context, "payouts");
  const api = getApi(context);
  const approval = await ifOffered(getPayoutApproval(api));
  return {
    approval,
    mayApprove: approval !== null && approval.requesterId !== String(viewerId),
    ...(await loadPreview(previewPayoutBatch(api))),
    batchForm: await batchForm.load(context),
    approvalForm: await approvalForm.load(context),
  };
}

/** What the file would contain, or the reason why there can be none. */
function loadPreview(previewed: Promise<PayoutPreviewView>) {
  return orRejected(
    previewed.then((preview) => ({ preview, problem: null })),
    ({ reason }) => ({ preview: null, problem: reason && toReference(reason) }),
  );
}

export async function action(args: Route.ActionArgs) {
  await requireStaff(args.context, "payouts");
  return dispatchForms(args.context, {
    "payout-batch": () => makeBatch(args),
    approval: () => decideBatch(args),
  });
}

/** Creates the previewed file, or requests a second person's approval. */
function makeBatch(args: FormArgs) {
  const { context } = args;
  return batchForm.handle(args, async ({ operation_id, count, total }, api) => {
    const made = await createPayoutBatch(api, { operation_id, expected: { count, total } });
    if (made.isWaiting) {
      return redirectTo(context, PATH, { kind: "success", key: "staff_payouts.file_requested" });
    }
    const { batch } = made;
    if (!batch) return redirectTo(context, "/staff/payouts");
    const isPartial = batch.skippedCount > 0;
    return redirectTo(context, `/staff/payouts?batch=${encodeURIComponent(batch.id)}`, {
      kind: isPartial ? "warning" : "success",
      key: isPartial ? "staff_payouts.made_some" : "staff_payouts.made",
      values: { count: batch.payoutsCount, skipped: batch.skippedCount },
    });
  });
}

/** Approves or rejects the file of `?approval=`. */
function decideBatch(args: FormArgs) {
  const { context } = args;
  const approvalId = getUrl(context).searchParams.get("approval") ?? "";
  return approvalForm.handle(args, async ({ decision }, api) => {
    await decidePayoutApproval(api, approvalId, decision);
    const key = `staff_payouts.${decision === "approve" ? "file_approved" : "file_rejected"}`;
    return redirectTo(context, "/staff/payouts", { kind: "success", key });
  });
}

export const clientAction = preserveInputOfNamed("payout-batch");
export const shouldRevalidate = revalidatePosted;

/** A file for the bank before it is created: what it would contain, and who must approve it. */
export default function NewBatch({ loaderData, actionData }: Route.ComponentProps) {
  const failed = useThroughLinks(actionData);
  const t = useT();
  const message = useMessage();
  const { approval, preview, problem } = loaderData;
  return (
    <article className="max-w-2xl">
      <PageTitle title={t("staff_payouts.make")} hasErrors={Boolean(failed)} isPrivate />
      <BackLink to="/staff/payouts">{t("staff_payouts.title")}</BackLink>
      <h1 className="mt-2 mb-6 text-3xl">{t("staff_payouts.make")}</h1>
      {approval ? (
        <Approval
          approval={approval}
          mayApprove={loaderData.mayApprove}
          loaded={loaderData.approvalForm}
          failed={failed}
        />
      ) : null}
      {problem ? (
        <p role="alert" className="card p-5 font-medium text-negative">
          {message(problem)}
        </p>
      ) : null}
      {preview && (approval === null || isIndependent(preview)) ? (
        <Preview
          key={`${preview.count} ${preview.total}`}
          preview={preview}
          isAlone={approval === null}
          loaded={loaderData.batchForm}
          failed={failed}
        />
      ) : null}
    </article>
  );
}

/** True for a file that does not wait for a second person's decision about another one. */
const isIndependent = ({ count, needsApproval }: PayoutPreviewView) => count > 0 && !needsApproval;

function Preview(props: {
  preview: PayoutPreviewView;
  /** False beside another form, which has the shortcuts. */
  isAlone: boolean;
  loaded: LoadedForm<"operation_id" | "count" | "total">;
  failed: FailedForm | undefined;
}) {
  const { preview, isAlone, loaded, failed } = props;
  const t = useT();
  const format = useFormat();
  const form = useAppForm(loaded, failed);
  const facts = (
    <dl className="mb-6 border-t border-line tabular-nums">
      <Fact name={t("staff_payouts.count")}>{format.number(preview.count)}</Fact>
      <Fact name={t("staff_payouts.amount")} keepsWords>
        {format.money(preview.totalCents)}
      </Fact>
      <Fact name={t("staff_payouts.execution")}>{formatDay(preview.executionDate)}</Fact>
      {preview.skippedCount > 0 ? (
        <Fact name={t("staff_payouts.left_out")}>{format.number(preview.skippedCount)}</Fact>
      ) : null}
    </dl>
  );
  if (preview.count === 0) return <p className="text-muted">{t("staff_payouts.none_ready")}</p>;
  return (
    <section className="card p-6" aria-label={t("staff_orders.plan")}>
      <BoundForm
        of={form}
        action={PATH}
        summary={["count", "total"]}
        lead={facts}
        className="space-y-5"
      >
        <input type="hidden" name="count" value={preview.count} />
        <input type="hidden" name="total" value={preview.total} />
        {preview.needsApproval ? <p>{t("staff_payouts.needs_approval")}</p> : null}
        <SellersAbove sellers={preview.sellersAbove} isLeftOut={!preview.needsApproval} />
        <span data-shortcut={isAlone ? "a" : undefined}>
          <SubmitButton>
            {t(preview.needsApproval ? "staff_payouts.ask_approval" : "staff_payouts.make_now")}
          </SubmitButton>
        </span>
      </BoundForm>
      {isAlone ? <ConfirmShortcut /> : null}
    </section>
  );
}

function ConfirmShortcut() {
  const t = useT();
  useShortcuts();
  return <ShortcutList keys={[{ key: "a", text: t("staff_keys.confirm") }]} />;
}

/**
 * The sellers because of whom a file needs a second person, even if its own total does not, or who
 * are left out of it for that reason.
 */
function SellersAbove(props: { sellers: PayoutPreviewView["sellersAbove"]; isLeftOut?: boolean }) {
  const { sellers, isLeftOut = false } = props;
  const t = useT();
  const format = useFormat();
  if (sellers.length === 0) return null;
  return (
    <div className="mb-6">
      <p className="mb-2">
        {t(`staff_payouts.${isLeftOut ? "sellers_left_out" : "sellers_above"}`, {
          days: APPROVAL_WINDOW_DAYS,
        })}
      </p>
      <ul className="space-y-1 tabular-nums">
        {sellers.map(({ id, email, cents }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-6">
            <EmailAddress email={email} />
            <span>{format.money(cents)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Approval(props: {
  approval: PayoutApprovalView;
  mayApprove: boolean;
  loaded: LoadedForm<"decision">;
  failed: FailedForm | undefined;
}) {
  const { approval, mayApprove, loaded, failed } = props;
  const t = useT();
  const format = useFormat();
  return (
    <StaffCard id="approval" title={t("staff_payouts.waits_for_approval")}>
      <dl className="mb-6 border-t border-line tabular-nums">
        <Fact name={t("staff_payouts.count")}>{format.number(approval.payoutsCount)}</Fact>
        <Fact name={t("staff_payouts.amount")} keepsWords>
          {format.money(approval.totalCents)}
        </Fact>
        <Fact name={t("staff_payouts.asked_by")}>
          <bdi>{approval.requesterEmail}</bdi>
        </Fact>
        <Fact name={t("payments.date")}>
          <DateTime at={approval.requestedAt} />
        </Fact>
      </dl>
      <SellersAbove sellers={approval.sellersAbove} />
      <ApprovalForm
        action={`${PATH}?form=${loaded.id}&approval=${encodeURIComponent(approval.id)}`}
        {...{ loaded, failed, mayApprove }}
      />
    </StaffCard>
  );
}
