import { companyDay } from "#domain/company-days.ts";
import {
  type DocumentKind,
  documentYear,
  isSeriesKind,
  joinTitles,
  seriesNumber,
  sourceNumber,
} from "#domain/documents.ts";
import { pickLocale } from "#domain/locales.ts";
import { lastWithdrawalDay } from "#domain/withdrawal.ts";
import type { DocumentSheet } from "../contract/documents.ts";
import type { Sql } from "../db/client.ts";
import type { ApiDeps } from "../http/context.ts";
import { findConsentText } from "../purchases/consents.ts";
import { readCreditsFormat } from "../site/currency.ts";
import { createText } from "../site/translations.ts";
import { type ContractAnnex, keepContractAnnex } from "./annex/contract-annex.ts";
import {
  describeCredit,
  describeDeposit,
  describeDepositRefund,
  describeOrder,
  describePayout,
  type IssueContext,
} from "./describe-event.ts";
import type { DocumentData } from "./document-data.ts";
import {
  type DocumentSubject,
  findDocument,
  findStatement,
  insertDocument,
  lockSeries,
  sumCredited,
  takeNextNumber,
} from "./documents.queries.ts";
import {
  getDepositFacts,
  getOrderFacts,
  getPayoutFacts,
  listVatRates,
  type OrderFacts,
  requireCompany,
  sumRefundedBefore,
} from "./facts.queries.ts";
import { formatDay, printSheet } from "./print-sheet.ts";

/**
 * The events that documents are issued for. A refund's `amountCents` is in the internal currency.
 */
export type DocumentEvent =
  /** At the rate that the buyer agreed to. */
  | { type: "order"; orderId: number; locale: string; rateBasisPoints: number }
  | { type: "deposit"; depositId: number }
  | { type: "refund"; refundId: number; orderId: number; amountCents: number }
  | { type: "deposit_refund"; refundId: number; depositId: number; amounts: RefundedAmounts }
  /** The provider had reported the refund as paid, but the money came back. */
  | { type: "refund_returned"; refundId: number; depositId: number; amounts: RefundedAmounts }
  | { type: "payout"; payoutId: number };

/** In the deposit's currency, and in the internal one. */
type RefundedAmounts = { moneyCents: number; internalCents: number };

export type IssuedDocument = {
  id: number;
  kind: DocumentKind;
  number: string;
  sheet: DocumentSheet;
};

/** Dependencies of issuing; the operator's commands have no others. */
type Deps = Pick<ApiDeps, "now"> & { config: Pick<ApiDeps["config"], "locales"> };

/**
 * Issues the documents of an event, in the caller's transaction: atomically with the event, and
 * once, however often it is reported (the event's own row is locked by then). An order gets its
 * confirmation and its invoice; a deposit its receipt; a refund of an invoiced order a credit note;
 * a refund to a deposit's payer a receipt; an offer whose payout was sent a self-billing statement.
 * Call it last, because the number series stay locked until the transaction ends, and others wait
 * for their numbers. Throws when the event does not exist.
 */
export async function issueDocument(
  deps: Deps,
  sql: Sql,
  event: DocumentEvent,
): Promise<IssuedDocument[]> {
  switch (event.type) {
    case "order":
      return issueOrder(deps, sql, event);
    case "deposit":
      return [await issueReceipt(deps, sql, event.depositId)];
    case "refund":
      return issueCreditNote(deps, sql, event);
    case "deposit_refund":
      return [await issueRefundReceipt(deps, sql, event)];
    case "refund_returned":
      return issueRefundCorrection(deps, sql, event);
    case "payout":
      return [await issueStatement(deps, sql, event.payoutId)];
    default:
      return event satisfies never;
  }
}

async function issueOrder(
  deps: Deps,
  sql: Sql,
  event: Extract<DocumentEvent, { type: "order" }>,
): Promise<IssuedDocument[]> {
  const { orderId, rateBasisPoints } = event;
  const order = found(await getOrderFacts(sql, orderId), `order ${orderId}`);
  const locale = pickLocale([event.locale], deps.config.locales);
  const annex = await keepContractAnnex(sql, { locale, now: deps.now() });
  const credits = await readCreditsFormat(sql, locale);
  const known = {
    order_confirmation: await findDocument(sql, "order_confirmation", orderId),
    invoice: await findDocument(sql, "invoice", orderId),
  };
  // From here on other orders wait for their numbers: nothing more is read.
  const context = await readContext(deps, sql, "invoice");
  const data = describeOrder(context, order, { locale, rateBasisPoints });
  const issue = async (
    kind: keyof typeof known,
    more: Pick<ToIssue, "notes" | "annexHash"> = {},
  ): Promise<IssuedDocument> =>
    known[kind] ??
    insertNew(sql, {
      data: { ...data, kind },
      ...sourceOf(order, { orderId }),
      locale,
      credits,
      ...more,
      now: context.now,
    });
  const confirmation = await issue("order_confirmation", {
    notes: [
      ...describeConsent(order, { locale, country: context.company.country }),
      ...(annex ? describeAnnex(annex, { locale, day: data.issuedOn }) : []),
    ],
    annexHash: annex?.hash,
  });
  return [confirmation, await issue("invoice")];
}

/** Names the contract texts in the confirmation, in print order. */
function describeAnnex({ titles }: ContractAnnex, at: { locale: string; day: string }): string[] {
  const values = { date: formatDay(at.day, at.locale), titles: joinTitles(titles, at.locale) };
  return [createText(at.locale)("document.note.annex", values)];
}

/**
 * Returns the note required by Art. 8(7) of Directive 2011/83/EU: the consent that the buyer gave,
 * or the right they keep.
 */
function describeConsent(
  order: OrderFacts,
  { locale, country }: { locale: string; country: string | null },
): string[] {
  const text = createText(locale);
  if (order.consentedAt === null) {
    const date = formatDay(lastWithdrawalDay(order), locale);
    return [text("document.note.withdrawal", { date })];
  }
  const { consentVersion: version, consentLocale } = order;
  const agreed = version && consentLocale ? findConsentText(version, consentLocale) : null;
  if (version === null || agreed === null)
    throw new Error(`no text of consent ${version} in ${consentLocale}`);
  const date = formatDay(companyDay(order.consentedAt, country), locale);
  return [text("document.note.consented", { date, version, text: agreed })];
}

async function issueReceipt(deps: Deps, sql: Sql, depositId: number): Promise<IssuedDocument> {
  const deposit = found(await getDepositFacts(sql, depositId), `deposit ${depositId}`);
  const context = await readContext(deps, sql, "deposit_receipt");
  return issueOnce(sql, {
    data: { ...describeDeposit(context, deposit), kind: "deposit_receipt" },
    ...sourceOf(deposit, { depositId }),
    locale: pickLocale([deposit.depositLocale, deposit.locale], deps.config.locales),
    now: context.now,
  });
}

async function issueRefundReceipt(
  deps: Deps,
  sql: Sql,
  event: { refundId: number; depositId: number; amounts: RefundedAmounts },
): Promise<IssuedDocument> {
  const { refundId, depositId, amounts } = event;
  const deposit = found(await getDepositFacts(sql, depositId), `deposit ${depositId}`);
  const context = await readContext(deps, sql, "deposit_refund");
  const data = describeDepositRefund(context, deposit, { id: refundId, ...amounts });
  return issueOnce(sql, {
    data: { ...data, kind: "deposit_refund" },
    ...sourceOf({ id: refundId, userId: deposit.userId }, { depositId }),
    locale: pickLocale([deposit.depositLocale, deposit.locale], deps.config.locales),
    now: context.now,
  });
}

/**
 * Issues the correction of a receipt for a refund whose money came back. Does nothing for a refund
 * without a receipt.
 */
async function issueRefundCorrection(
  deps: Deps,
  sql: Sql,
  { refundId, depositId }: { refundId: number; depositId: number },
): Promise<IssuedDocument[]> {
  const receipt = await findDocument(sql, "deposit_refund", refundId);
  if (!receipt) return [];
  const deposit = found(await getDepositFacts(sql, depositId), `deposit ${depositId}`);
  const { data, locale, number } = receipt;
  const { now, day } = await readToday(deps, sql, "refund_correction");
  const references = { ...data.references, receipt: number, receiptDay: data.issuedOn };
  const corrected = { ...data, kind: "refund_correction" as const, issuedOn: day, references };
  const subject = sourceOf({ id: refundId, userId: deposit.userId }, { depositId });
  return [await issueOnce(sql, { data: corrected, ...subject, locale, now })];
}

/**
 * Issues a credit note. Does nothing for an order that predates documents, because it has no
 * invoice to correct.
 */
async function issueCreditNote(
  deps: Deps,
  sql: Sql,
  event: { refundId: number; orderId: number; amountCents: number },
): Promise<IssuedDocument[]> {
  const known = await findDocument(sql, "credit_note", event.refundId);
  if (known) return [known];
  const invoice = await findDocument(sql, "invoice", event.orderId);
  if (!invoice) return [];
  const refundedCents = (await sumRefundedBefore(sql, event)) + event.amountCents;
  const creditedCents = await sumCredited(sql, event.orderId);
  const { now, day } = await readToday(deps, sql, "credit_note");
  const data = describeCredit({ day }, invoice, {
    refundId: event.refundId,
    refundCents: event.amountCents,
    refundedCents,
    creditedCents,
  });
  if (!data) return [];
  const order = found(await getOrderFacts(sql, event.orderId), `order ${event.orderId}`);
  const subject = sourceOf({ id: event.refundId, userId: order.userId }, event);
  const { locale } = invoice;
  return [
    await issueOnce(sql, { data: { ...data, kind: "credit_note" }, ...subject, locale, now }),
  ];
}

/** Issues one statement per offer, because repeating a returned transfer is not another supply. */
async function issueStatement(deps: Deps, sql: Sql, payoutId: number): Promise<IssuedDocument> {
  const payout = found(await getPayoutFacts(sql, payoutId), `payout ${payoutId}`);
  const known = await findStatement(sql, payout.offerId);
  if (known) return known;
  const context = await readContext(deps, sql, "self_billing");
  return issueOnce(sql, {
    data: { ...describePayout(context, payout), kind: "self_billing" },
    ...sourceOf(payout, { payoutId }),
    locale: pickLocale([payout.offerLocale, payout.locale], deps.config.locales),
    now: context.now,
  });
}

type ToIssue = DocumentSubject & {
  data: DocumentData;
  userId: number;
  sourceId: number;
  locale: string;
  credits: Awaited<ReturnType<typeof readCreditsFormat>>;
  notes?: string[];
  annexHash?: string;
  now: Date;
};

/** Returns the document of this kind for this source: the existing one, or a new one. */
async function issueOnce(sql: Sql, toIssue: Omit<ToIssue, "credits">): Promise<IssuedDocument> {
  const known = await findDocument(sql, toIssue.data.kind, toIssue.sourceId);
  if (known) return known;
  return insertNew(sql, { ...toIssue, credits: await readCreditsFormat(sql, toIssue.locale) });
}

async function insertNew(sql: Sql, toIssue: ToIssue): Promise<IssuedDocument> {
  const { data, sourceId, locale, credits, notes, annexHash = null, now, ...subject } = toIssue;
  const { kind, netCents, vatCents, grossCents } = data;
  const { number, place } = await nextNumber(sql, data, sourceId);
  const sheet = printSheet(data, { number, locale, credits, notes });
  const amounts = { netCents, vatCents, grossCents };
  const id = await insertDocument(sql, {
    ...{ kind, number, place, ...subject, sourceId, locale, ...amounts, data, sheet },
    annexHash,
    issuedAt: now,
  });
  return { id, kind, number, sheet };
}

async function nextNumber(sql: Sql, { kind, issuedOn }: DocumentData, sourceId: number) {
  if (!isSeriesKind(kind)) return { number: sourceNumber(kind, sourceId), place: null };
  const year = documentYear(issuedOn);
  const sequence = await takeNextNumber(sql, kind, year);
  return { number: seriesNumber(kind, year, sequence), place: { series: kind, year, sequence } };
}

async function readContext(deps: Deps, sql: Sql, kind: DocumentKind): Promise<IssueContext> {
  const rates = await listVatRates(sql);
  return { rates, ...(await readToday(deps, sql, kind)) };
}

/**
 * Returns the time of issue, read once, and its date where the company is established. Locks the
 * series before reading the time, so that the numbers are in order of date even if this had to
 * wait, and no number of a year is assigned before the year has begun.
 */
async function readToday(
  deps: Deps,
  sql: Sql,
  kind: DocumentKind,
): Promise<Omit<IssueContext, "rates">> {
  const company = await requireCompany(sql);
  if (isSeriesKind(kind)) await lockSeries(sql, kind);
  const now = deps.now();
  return { company, now, day: companyDay(now, company.country) };
}

function sourceOf(
  { id, userId }: { id: number; userId: number },
  subject: { orderId?: number; depositId?: number; payoutId?: number },
) {
  const { orderId = null, depositId = null, payoutId = null } = subject;
  return { sourceId: id, userId, orderId, depositId, payoutId };
}

function found<Row>(row: Row | null, name: string): Row {
  if (row === null) throw new Error(`${name} is missing`);
  return row;
}
