import { hasDepositFailed } from "#domain/deposits.ts";
import { DomainError, fieldError } from "#domain/errors.ts";
import { isRowId } from "#domain/ids.ts";
import { isPaymentFailure } from "#domain/messages.ts";
import { eurToInternal, formatRate, toDecimal } from "#domain/money.ts";
import { saveContact } from "../accounts/contact.queries.ts";
import { assertEmailVerified } from "../accounts/email-verification/email-verification.service.ts";
import type {
  CheckoutBody,
  DepositHistoryQuery,
  DepositRow as DepositResponse,
  DepositStatusResponse,
} from "../contract/deposits.ts";
import type { HistoryMeta } from "../contract/history.ts";
import { inTransaction } from "../db/client.ts";
import { readHistoryPage } from "../db/history.queries.ts";
import { hashBody } from "../hashes.ts";
import type { ApiDeps, SessionUser } from "../http/context.ts";
import { toEnglish } from "../http/messages.ts";
import { assertSameOperation } from "../operations.ts";
import { assertWorthPaying } from "../purchases/deliverable.ts";
import { getIntentTitle } from "../purchases/intents.queries.ts";
import { describeIntent, readIntent, saveIntent } from "../purchases/intents.ts";
import { readExpectedRate } from "../site/expected-rate.ts";
import { requireSettings, type SettingsRow } from "../site/site.queries.ts";
import { createText } from "../site/translations.ts";
import { getCredited } from "../wallet/wallet.queries.ts";
import { isDepositBegun } from "./begun-deposits.queries.ts";
import { CONTRACT_STATUS } from "./contract-status.ts";
import {
  type DepositRow,
  getDeposit,
  insertDeposit,
  listDeposits,
  setCheckout,
} from "./deposits.queries.ts";
import { describePage } from "./open-pages/open-pages.service.ts";
import { mayQueryProvider } from "./provider-queries.ts";
import { buyIntended, settleDeposit } from "./settle-deposit.ts";
import { assertDeposit } from "./validate-deposit.ts";

/**
 * Creates a deposit and its provider page (spec §7 deposit/checkout). Idempotent by operation id
 * and body, also under concurrency. A repeated request whose deposit was paid without a page,
 * because staff settled it, returns the URL of its status.
 *
 * Throws validation_failed for an invalid field or a method that no provider offers;
 * product_not_found for the product in `purchase`, and whatever assertWorthPaying throws for it,
 * unless this deposit exists already; operation_conflict for the same id with a different body;
 * rate_changed (details.rate) when it would credit a different amount than at the rate that the
 * payer has seen; payment_unavailable when the provider fails (the same id may then be sent again);
 * email_unverified, because the money could not be spent before the address is confirmed
 * (docs/decisions/0037); deposit_expired for a deposit that has ended unpaid, for example because
 * it was cancelled or opening the page took too long; unauthenticated when the account was deleted
 * meanwhile.
 */
export async function checkout(
  deps: ApiDeps,
  user: Pick<SessionUser, "id" | "isEmailVerified">,
  body: CheckoutBody,
  locale: string,
): Promise<{ orderId: number; redirectUrl: string }> {
  const settings = await requireSettings(deps.database);
  assertEmailVerified(settings, user);
  const amountCents = assertDeposit(settings, body);
  const {
    operation_id: operationId,
    payment_method: method,
    amount: _,
    expected_rate: sentRate,
    purchase,
    ...contact
  } = body;
  const seenRate = readExpectedRate(sentRate);
  const bodyHash = hashBody({ ...contact, ...(purchase && { purchase }), method, amountCents });
  const rateBasisPoints = seenRate ?? settings.eurRateBasisPoints;
  const intent = purchase && readIntent(purchase, { now: deps.now(), rateBasisPoints });
  const provider = deps.payments.forMethod(method);
  if (!provider) throw fieldError("payment_method", "payment_method_required");
  const creditedCents = eurToInternal(amountCents, settings.eurRateBasisPoints);
  // An existing deposit may already be paid: a repeated request gets the same response.
  if (intent && !(await isDepositBegun(deps.database, { userId: user.id, operationId }))) {
    const now = { creditedCents, rateBasisPoints: settings.eurRateBasisPoints };
    await assertWorthPaying(deps, user.id, { intent, ...now });
  }
  const deposit = await inTransaction(deps.database, async (sql) => {
    const row = await insertDeposit(sql, {
      userId: user.id,
      operationId,
      bodyHash,
      amountCents,
      internalAmountCents: creditedCents,
      method,
      provider: provider.name,
      contact,
      locale,
    });
    if (!row) throw new DomainError("unauthenticated");
    assertSameOperation(row, { bodyHash });
    assertSeenRate(row, seenRate, settings);
    if (intent) await saveIntent(sql, { depositId: row.id, locale }, intent);
    await saveContact(sql, user.id, contact);
    return row;
  });
  return {
    orderId: deposit.id,
    redirectUrl: await openPage(deps, deposit, { email: body.email, locale }),
  };
}

/**
 * Throws rate_changed if a deposit credits another amount than at the rate that its payer has seen.
 * Compared at the row's rate: a repeated request keeps the one at which the deposit was opened.
 */
function assertSeenRate(
  deposit: DepositRow,
  seenRate: number | null,
  { eurRateBasisPoints }: Pick<SettingsRow, "eurRateBasisPoints">,
): void {
  if (seenRate === null) return;
  if (deposit.internalAmountCents === eurToInternal(deposit.amountCents, seenRate)) return;
  const rate = formatRate(eurRateBasisPoints);
  throw new DomainError("rate_changed", { details: { rate } });
}

/**
 * Opens the provider's page for a deposit. Holds no lock during the request: the provider returns
 * the same page for the same deposit, so concurrent retries agree.
 */
async function openPage(
  deps: ApiDeps,
  deposit: DepositRow,
  payer: { email: string; locale: string },
): Promise<string> {
  const provider = deps.payments.find(deposit.provider);
  if (!provider) throw new DomainError("payment_unavailable");
  // The form was sent again, for example after the browser's "back": its page is closed.
  if (hasDepositFailed(deposit.status)) throw new DomainError("deposit_expired");
  if (deposit.redirectUrl) return deposit.redirectUrl;
  const base = `${deps.config.appUrl}/${payer.locale}`;
  const successUrl = `${base}/processing-payment?order_id=${deposit.id}`;
  const isCutOff = deposit.providerRef === null && deposit.status !== "pending";
  if (isCutOff) return requirePaid(deposit, successUrl);
  const opened = await provider
    .createCheckout({
      depositId: deposit.id,
      depositKey: deposit.providerKey,
      createdAt: deposit.createdAt,
      amountCents: deposit.amountCents,
      currency: deposit.currency,
      method: deposit.method,
      locale: payer.locale,
      email: payer.email,
      successUrl,
      // Not named `order_id`: the payment may not have been cancelled at the provider.
      cancelUrl: `${base}/fail-payment?error=payment_canceled&again=${deposit.id}`,
      description: await describe(deps, deposit.id, payer.locale),
    })
    .catch((error: unknown) => {
      // Any failure here is the provider's: the deposit stays open for the next attempt.
      deps.log.error({ err: error, depositId: deposit.id }, "the provider opened no page");
      throw new DomainError("payment_unavailable");
    });
  const isOpen = await setCheckout(deps.database, deposit.id, opened);
  if (isOpen) return opened.redirectUrl;
  return requirePaid(await getDeposit(deps.database, deposit.userId, deposit.id), successUrl);
}

/**
 * Returns the URL for a deposit that ended without a page. Throws deposit_expired unless it is
 * paid.
 */
function requirePaid(deposit: DepositRow | null, successUrl: string): string {
  if (deposit?.status !== "success") throw new DomainError("deposit_expired");
  return successUrl;
}

/**
 * Returns the description shown at the provider: the product that the deposit is for, if any, and
 * the deposit's number.
 */
async function describe(deps: ApiDeps, depositId: number, locale: string): Promise<string> {
  const title = await getIntentTitle(deps.database, depositId);
  const key = title === null ? "document.payment_page" : "document.payment_page_for";
  return createText(locale)(key, { number: String(depositId), title: title ?? "" });
}

/**
 * Returns the status of a deposit, polling the provider while it is pending (spec §7
 * deposit/status). A paid deposit has completed its purchase, or states why not. Throws
 * order_not_found for anything other than the id of one of the user's deposits.
 */
export async function readStatus(
  deps: ApiDeps,
  userId: number,
  orderId: string,
): Promise<DepositStatusResponse> {
  const before = isRowId(orderId) ? await getDeposit(deps.database, userId, Number(orderId)) : null;
  if (!before) throw new DomainError("order_not_found");
  const { id } = before;
  const deposit = before.status === "pending" ? await updateFromProvider(deps, before) : before;
  // Another request may have just credited it and be about to complete the purchase: wait for that,
  // because without scripts the page is read only once.
  const isPaid = deposit.status === "success";
  if (isPaid) await buyIntended(deps, id);
  return {
    status: "OK",
    order: {
      id,
      status: CONTRACT_STATUS[deposit.status],
      ...describeFailure(deposit.errorMessage),
      redirect_url: null,
      method: deposit.method,
      ...(isPaid && { to_debt: await readDebtPaid(deps, id) }),
      purchase: await describeIntent(deps.database, userId, id),
      ...(deposit.status === "pending" && describePage(deps, deposit)),
    },
  };
}

/** Returns the part of a paid deposit that went to its payer's debt. */
async function readDebtPaid({ database }: ApiDeps, depositId: number): Promise<string> {
  return toDecimal((await getCredited(database, "deposit", [depositId])).toDebtCents);
}

async function updateFromProvider(deps: ApiDeps, deposit: DepositRow): Promise<DepositRow> {
  const provider = deps.payments.find(deposit.provider);
  if (!deposit.providerRef || !provider) return deposit;
  if (!(await mayQueryProvider(deps, deposit.userId))) return deposit;
  const report = await provider.fetchReport(deposit.providerRef).catch((error: unknown) => {
    // The provider may be down; the deposit then stays pending.
    deps.log.warn({ err: error, depositId: deposit.id }, "the provider could not be asked");
    return null;
  });
  if (!report) return deposit;
  await settleDeposit(deps, provider.name, report);
  return (await getDeposit(deps.database, deposit.userId, deposit.id)) ?? deposit;
}

/** Lists a page of the user's deposits, newest first (spec §7 deposit/history). */
export async function listHistory(
  deps: ApiDeps,
  userId: number,
  query: DepositHistoryQuery,
): Promise<{ payload: DepositResponse[]; meta: HistoryMeta }> {
  const settings = await requireSettings(deps.database);
  const page = readHistoryPage(query);
  const filter = { id: query.id === undefined ? undefined : Number(query.id) };
  const { rows, ...meta } = await listDeposits(deps.database, userId, filter, page);
  const payload = rows.map((row) => ({
    id: row.id,
    amount: toDecimal(row.amountCents),
    currency: row.currency,
    internal_amount: toDecimal(row.internalAmountCents),
    internal_currency_name: settings.internalCurrencyName,
    status: row.status,
    method: row.method,
    ...describeFailure(row.errorMessage),
    created_at: row.createdAt.toISOString(),
    ...(row.status === "pending" && describePage(deps, row)),
    ...listPayer(row.contact),
  }));
  return { payload, meta };
}

/** Describes why a payment failed: our code with its English text, or the provider's own text. */
function describeFailure(reason: string | null) {
  if (!isPaymentFailure(reason)) return { error_message: reason };
  return { error_message: toEnglish({ code: reason }), error_code: reason };
}

/** Returns a deposit's payer fields, under both their names of spec §3 and our own. */
function listPayer(contact: Record<string, string>) {
  const { first_name, last_name, email, phone, address, city, country, post_code } = contact;
  const payer = { first_name, last_name, email, phone, address, city };
  return { ...payer, country, countryIso: country, post_code, zip: post_code };
}
