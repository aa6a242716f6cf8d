import type { DepositStatus } from "#domain/deposits.ts";
import { DomainError } from "#domain/errors.ts";
import type { ApiDeps } from "../../http/context.ts";
import type { PaymentProvider, PaymentReport } from "../../providers/payments/payments.ts";
import { type DepositRow, getDeposit } from "../deposits.queries.ts";
import { settleDeposit } from "../settle-deposit.ts";
import { listPageStates, type PageState, requestCancel } from "./open-pages.queries.ts";

export type OpenPage = { can_continue: boolean; can_cancel: boolean };

const CLOSED: OpenPage = { can_continue: false, can_cancel: false };

/**
 * Describes what a payer can do about a deposit whose payment page they left, as far as is known
 * without asking the provider. Excludes the page's URL, which only `continueDeposit` reveals.
 */
export function describePage(
  { payments, now }: Pick<ApiDeps, "payments" | "now">,
  deposit: Omit<PageState, "id">,
): OpenPage {
  const provider = payments.find(deposit.provider);
  if (!provider || deposit.status !== "pending" || deposit.providerRef === null) return CLOSED;
  const ageMs = now().getTime() - deposit.createdAt.getTime();
  if (deposit.pageClosedAt !== null || ageMs >= provider.pageOpenMs) return CLOSED;
  return { can_continue: deposit.redirectUrl !== null, can_cancel: true };
}

/** Describes the pages of some of a user's deposits, by id; omits deposits that are not pending. */
export async function describePages(
  deps: Pick<ApiDeps, "database" | "payments" | "now">,
  userId: number,
  ids: readonly number[],
): Promise<Map<number, OpenPage>> {
  if (ids.length === 0) return new Map();
  const states = await listPageStates(deps.database, userId, ids);
  return new Map(states.map((state) => [state.id, describePage(deps, state)]));
}

/**
 * Returns the URL where a payer continues a deposit: the page that its checkout opened, never
 * another one, or the page of the deposit's status if the provider reports that it is closed.
 * Throws order_not_found for anything other than the id of one of the user's deposits, and
 * payment_unavailable when the provider cannot be asked, because a payer must not be sent to a page
 * that may be closed.
 */
export async function continueDeposit(
  deps: ApiDeps,
  { userId, id, locale }: { userId: number; id: string; locale: string },
): Promise<string> {
  const deposit = await requireOwn(deps, userId, Number(id));
  const statusUrl = `${deps.config.appUrl}/${locale}/processing-payment?order_id=${deposit.id}`;
  if (deposit.status !== "pending" || deposit.providerRef === null) return statusUrl;
  const provider = requireProvider(deps, deposit);
  const report = await provider.fetchReport(deposit.providerRef).catch((error: unknown) => {
    deps.log.warn({ err: error, depositId: deposit.id }, "the provider could not be asked");
    throw new DomainError("payment_unavailable");
  });
  if (report && isOpen(report)) return deposit.redirectUrl ?? statusUrl;
  if (report) await settleDeposit(deps, provider.name, report);
  return statusUrl;
}

/**
 * Returns whether the page is open. If the provider does not report that, it counts as open until
 * something has happened on it.
 */
const isOpen = ({ outcome, isPageOpen = true }: PaymentReport) =>
  outcome === "pending" && isPageOpen;

/**
 * Cancels a pending deposit: closes the provider's page first, so that nobody can pay on it later.
 * If it was paid by then, it is credited instead. Returns the resulting status, which is `pending`
 * if the deposit can no longer be cancelled, for example while a bank executes a debit. Repeating
 * the request changes nothing more. Throws order_not_found for anything other than the id of one of
 * the user's deposits, payment_unavailable when its provider is no longer configured, and
 * payment_cancel_unclear when it is unknown whether the page is closed: the deposit then stays
 * pending, and the provider's report decides.
 */
export async function cancelDeposit(
  deps: ApiDeps,
  userId: number,
  id: string,
): Promise<DepositStatus> {
  const deposit = await requireOwn(deps, userId, Number(id));
  if (deposit.status === "pending" && deposit.providerRef !== null) {
    await closePage(deps, requireProvider(deps, deposit), {
      depositId: deposit.id,
      providerRef: deposit.providerRef,
    });
  }
  return (await requireOwn(deps, userId, deposit.id)).status;
}

async function closePage(
  deps: ApiDeps,
  provider: PaymentProvider,
  { depositId, providerRef }: { depositId: number; providerRef: string },
): Promise<void> {
  // Recorded first, because the provider's own report may arrive before its response.
  if (!(await requestCancel(deps.database, depositId, deps.now()))) return;
  const report = await provider.closePage(providerRef).catch((error: unknown) => {
    deps.log.warn({ err: error, depositId }, "the provider did not confirm that a page is closed");
    return null;
  });
  if (!report) throw new DomainError("payment_cancel_unclear");
  await settleDeposit(deps, provider.name, report);
}

async function requireOwn(deps: ApiDeps, userId: number, id: number): Promise<DepositRow> {
  const deposit = await getDeposit(deps.database, userId, id);
  if (!deposit) throw new DomainError("order_not_found");
  return deposit;
}

function requireProvider({ payments }: ApiDeps, deposit: DepositRow): PaymentProvider {
  const provider = payments.find(deposit.provider);
  if (!provider) throw new DomainError("payment_unavailable");
  return provider;
}
