import { data, type RouterContextProvider, type ShouldRevalidateFunctionArgs } from "react-router";
import { z } from "zod";
import {
  createPayoutBatch,
  listPayoutBatches,
  listPayouts,
  markPayout,
} from "#app/api-client/payouts.server.ts";
import { ApiError } from "#app/api-client/transport/api-error.server.ts";
import { keepForm } from "#app/forms/keep-input.ts";
import { createOperationId } from "#app/forms/operation-id.server.ts";
import { parseForm, statusOfRefusal } from "#app/forms/parse-form.server.ts";
import { replyWithApiError } from "#app/forms/submission.server.ts";
import { useT } from "#app/i18n/i18n.tsx";
import { getMessage } from "#app/middleware/locale.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { StatusFilter } from "#app/staff/status-filter.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { PAYOUT_STATUSES } from "#domain/payouts.ts";
import type { Route } from "./+types/staff-payouts";
import { MarkDialog, PayoutBatches, PayoutTable, ReadyCard } from "./payout-parts.tsx";
import { MARK_FIELDS, markFormSchema } from "./staff-payouts.server.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const api = getApi(context);
  const query = readQuery(context);
  const [list, batches] = await Promise.all([listPayouts(api, query), listPayoutBatches(api)]);
  const marked = getUrl(context).searchParams.get("payout");
  return {
    ...list,
    batches,
    status: query.status ?? null,
    batchId: query.batch_id ?? null,
    opened: list.payouts.find(({ id }) => id === marked) ?? null,
    operationId: createOperationId(),
  };
}

function readQuery(context: Readonly<RouterContextProvider>) {
  const query = getUrl(context).searchParams;
  const number = (name: string) => {
    const value = query.get(name) ?? "";
    return /^[1-9]\d{0,5}$/.test(value) ? value : undefined;
  };
  return {
    status: PAYOUT_STATUSES.find((one) => one === query.get("status")),
    batch_id: number("batch"),
    page: number("page"),
  };
}

/** With `?payout=` a payout is marked, without one a file for the bank is made. */
export async function action({ request, context }: Route.ActionArgs) {
  const payoutId = getUrl(context).searchParams.get("payout");
  return payoutId === null ? makeFile(request, context) : mark(request, context, payoutId);
}

async function makeFile(request: Request, context: Readonly<RouterContextProvider>) {
  const schema = z.object({ operation_id: z.uuid() });
  const submission = await parseForm(request, schema, ["operation_id"]);
  if (submission.status !== "success") throw data({ code: "malformed_body" }, { status: 400 });
  try {
    const batch = await createPayoutBatch(getApi(context), submission.value.operation_id);
    if (!batch) return redirectTo(context, "/staff/payouts");
    const key = batch.skippedCount > 0 ? "staff_payouts.made_some" : "staff_payouts.made";
    const kind = batch.skippedCount > 0 ? "warning" : "success";
    const values = { count: batch.payoutsCount, skipped: batch.skippedCount };
    return redirectTo(context, `/staff/payouts?batch=${encodeURIComponent(batch.id)}`, {
      kind,
      key,
      values,
    });
  } catch (error) {
    const message = getMessage(context);
    const reply = replyWithApiError(submission, error, (text) =>
      message(text || "Failed to process request"),
    );
    return data({ reply }, { status: statusOfRefusal(error) });
  }
}

async function mark(request: Request, context: Readonly<RouterContextProvider>, payoutId: string) {
  const submission = await parseForm(request, markFormSchema, MARK_FIELDS);
  if (submission.status !== "success") return data({ reply: submission.reply() }, { status: 422 });
  try {
    await markPayout(getApi(context), payoutId, submission.value);
  } catch (error) {
    // In another state by now: the list shows which.
    if (error instanceof ApiError && (error.status === 409 || error.status === 404)) {
      return redirectTo(context, toList(readQuery(context)), {
        kind: "error",
        key: `message.${error.message}`,
      });
    }
    const message = getMessage(context);
    const reply = replyWithApiError(submission, error, (text) =>
      message(text || "Failed to process request"),
    );
    return data({ reply }, { status: statusOfRefusal(error) });
  }
  return redirectTo(context, toList(readQuery(context)), {
    kind: "success",
    key: `staff_payouts.marked_${submission.value.state}`,
  });
}

/** A failure on the way leaves the form as it is. */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return keepForm(() => serverAction(), "Failed to process request");
}

/** After a refusal too: what is ready may be another sum by now. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs) {
  if (Number(args.actionStatus) >= 500) return false;
  return args.formMethod === "POST" || args.defaultShouldRevalidate;
}

function toList(query: { status?: string; batch_id?: string; page?: string }): string {
  const search = new URLSearchParams();
  if (query.status) search.set("status", query.status);
  if (query.batch_id) search.set("batch", query.batch_id);
  if (query.page) search.set("page", query.page);
  const text = search.toString();
  return `/staff/payouts${text ? `?${text}` : ""}`;
}

/** What is owed, the files for the bank, and what became of each transfer (design §4 The team). */
export default function StaffPayouts({ loaderData, actionData }: Route.ComponentProps) {
  const t = useT();
  const { status, batchId, opened, page } = loaderData;
  const current = { status: status ?? undefined, batch_id: batchId ?? undefined };
  const listPath = toList({ ...current, page: page > 1 ? String(page) : undefined });
  const reply = actionData?.reply;
  return (
    <div className="space-y-14">
      <PageTitle title={t("staff_payouts.title")} hasErrors={Boolean(reply)} isPrivate />
      {opened ? (
        <MarkDialog key={opened.id} payout={opened} closeTo={listPath} reply={reply} />
      ) : null}
      <ReadyCard
        ready={loaderData.ready}
        operationId={loaderData.operationId}
        reply={opened ? undefined : reply}
      />
      <section aria-labelledby="payouts-title">
        <h2 id="payouts-title" className="mb-5 text-3xl">
          {t("staff_payouts.title")}
        </h2>
        <StatusFilter
          label={t("offers.status")}
          choices={[
            {
              to: "/staff/payouts",
              text: t("staff_payouts.all"),
              isCurrent: status === null && batchId === null,
            },
            ...PAYOUT_STATUSES.map((one) => ({
              to: toList({ status: one }),
              text: t(`staff_payouts.status_${one}`),
              isCurrent: one === status,
            })),
            ...(batchId
              ? [
                  {
                    to: toList({ batch_id: batchId }),
                    text: t("staff_payouts.file_number", { id: batchId }),
                    isCurrent: true,
                  },
                ]
              : []),
          ]}
        />
        <PayoutTable
          payouts={loaderData.payouts}
          listPath={listPath}
          page={page}
          pages={loaderData.pages}
          toPage={(next) => toList({ ...current, page: String(next) })}
        />
      </section>
      <PayoutBatches batches={loaderData.batches} />
    </div>
  );
}
