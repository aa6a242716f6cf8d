import {
  listPayoutBatches,
  listPayouts,
  markPayoutBatch,
  type PayoutBatchView,
} from "#app/api-client/selling/payouts.server.ts";
import { Field, RadioGroup } from "#app/forms/field.tsx";
import { preserveInput } from "#app/forms/preserve-input.ts";
import { seenOf } from "#app/forms/seen/seen-state.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useFormat, useT } from "#app/i18n/i18n.tsx";
import { requireStaff, toNotFound } from "#app/middleware/guards.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { BackLink } from "#app/staff/back-link.tsx";
import { EvidenceField } from "#app/staff/forms/evidence-field.tsx";
import { revalidatePosted } from "#app/staff/revalidate-posted.ts";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { Fact } from "#app/ui/fact.tsx";
import { formatDay } from "#domain/dates.ts";
import { isRowId } from "#domain/ids.ts";
import { PAYOUT_STATUSES, TRANSFER_MARKS } from "#domain/payouts.ts";
import type { Route } from "./+types/mark-batch";
import { markBatchForm } from "./staff-payouts.server.ts";

const toList = (id: string) => `/staff/payouts?batch=${encodeURIComponent(id)}`;

export async function loader({ context, params }: Route.LoaderArgs) {
  await requireStaff(context, "payouts");
  const api = getApi(context);
  const { id } = params;
  if (!isRowId(id)) throw toNotFound(context);
  const [list, batches] = await Promise.all([
    listPayouts(api, { batch_id: id, page: 1 }),
    listPayoutBatches(api),
  ]);
  if (list.payouts.length === 0) throw toNotFound(context);
  // The list of files is limited: an old file is marked without showing its total.
  const batch = batches.find((one) => one.id === id) ?? null;
  return { id, batch, counts: list.counts, form: await markBatchForm.load(context) };
}

/** Marks all payouts of the file except those named. */
export async function action({ request, context, params }: Route.ActionArgs) {
  await requireStaff(context, "payouts");
  return markBatchForm.handle({ request, context }, async (mark, api) => {
    const count = await markPayoutBatch(api, params.id, mark);
    // None if it is a repetition: they already have this mark, with this evidence.
    const toast =
      count === null || count === 0
        ? { key: `staff_payouts.marked_${mark.state}` }
        : { key: "staff_payouts.batch_marked", values: { count } };
    return redirectTo(context, toList(params.id), { kind: "success", ...toast });
  });
}

export const clientAction = preserveInput;
export const shouldRevalidate = revalidatePosted;

/** What the bank did with a whole file, and the evidence (I16). */
export default function MarkBatch({ loaderData, actionData }: Route.ComponentProps) {
  const t = useT();
  const { batch, counts } = loaderData;
  const form = useAppForm(loaderData.form, actionData);
  const title = t("staff_payouts.mark_file", { id: loaderData.id });
  return (
    <article className="max-w-2xl">
      <PageTitle title={title} hasErrors={Boolean(actionData)} isPrivate />
      <BackLink to={toList(loaderData.id)}>{t("staff_payouts.title")}</BackLink>
      <h1 className="mt-2 mb-6 text-3xl">{title}</h1>
      <BatchFacts batch={batch} counts={counts} />
      <BoundForm of={form} summary={["state", "except", "evidence"]} className="space-y-6">
        <input
          type="hidden"
          name="seen"
          value={seenOf(loaderData.form, form.failed, {
            name: "seen",
            current: JSON.stringify(counts),
          })}
        />
        <RadioGroup
          meta={form.fields.state}
          legend={t("staff_payouts.what_happened")}
          choices={TRANSFER_MARKS.map((mark) => ({
            value: mark,
            label: t(`staff_payouts.status_${mark}`),
            hint: t(`staff_payouts.hint_${mark}`),
          }))}
        />
        <Field
          meta={form.fields.except}
          label={t("staff_payouts.except")}
          hint={t("staff_payouts.except_hint")}
        />
        <EvidenceField meta={form.fields.evidence} />
        <SubmitButton>{t("staff_payouts.mark_all")}</SubmitButton>
      </BoundForm>
    </article>
  );
}

/** Facts about the file, if it is among those listed, and the number of its payouts per status. */
function BatchFacts(props: {
  batch: PayoutBatchView | null;
  counts: Readonly<Partial<Record<string, number>>> | null;
}) {
  const { batch, counts } = props;
  const t = useT();
  const format = useFormat();
  return (
    <dl className="mb-8 border-t border-line tabular-nums">
      {batch ? (
        <>
          <Fact name={t("staff_payouts.count")}>{format.number(batch.payoutsCount)}</Fact>
          <Fact name={t("staff_payouts.amount")} keepsWords>
            {format.money(batch.totalCents)}
          </Fact>
          <Fact name={t("staff_payouts.execution")}>{formatDay(batch.executionDate)}</Fact>
        </>
      ) : null}
      {PAYOUT_STATUSES.map((status) =>
        counts?.[status] ? (
          <Fact key={status} name={t(`staff_payouts.status_${status}`)}>
            {format.number(counts[status])}
          </Fact>
        ) : null,
      )}
    </dl>
  );
}
