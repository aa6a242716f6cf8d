import { isDeliveryOpen, withdrawableSince, withdrawalEndsAt } from "#domain/withdrawal.ts";
import { lastSubjectAt } from "#domain/withdrawal-statements.ts";
import type { Sql } from "../db/client.ts";
import {
  type CandidateOrder,
  listCandidateOrders,
  listUnambiguousStatements,
} from "../purchases/statements.queries.ts";
import type { WithdrawalRow } from "./withdrawals.queries.ts";

/** Maximum number of later orders listed in a note; the others are only counted. */
const LATER_NOTED_MAX = 20;

/**
 * Adds to the notes of undecided statements what staff need to decide on them: which orders that
 * the statement was in time for have been delivered or opened since, and which orders were made
 * after it. Whether either takes the statement back is not certain (docs/decisions/0045).
 */
export async function noteDeliveries(
  sql: Sql,
  statements: WithdrawalRow[],
  now: Date,
): Promise<WithdrawalRow[]> {
  const ids = statements.map(({ id }) => id);
  const [orders, unambiguous] = await Promise.all([
    listCandidateOrders(sql, ids),
    listUnambiguousStatements(sql, ids),
  ]);
  return statements.map((statement) => {
    const { id, note, orderIds, receivedAt } = statement;
    const isNamed = (order: CandidateOrder) => orderIds?.includes(order.id) === true;
    const isLater = (order: CandidateOrder) =>
      !isNamed(order) && order.createdAt > lastSubjectAt(receivedAt);
    const candidates = orders.filter(
      (order) => order.withdrawalId === id && (isNamed(order) || !unambiguous.has(id)),
    );
    const earlier = candidates.filter((order) => !isLater(order));
    const notes = [
      ...earlier.flatMap((order) => noteDelivery(order, statement, now)),
      ...noteLater(candidates.filter(isLater)),
    ];
    // The previous release stored them in the note.
    const added = notes.filter((one) => !note?.includes(one));
    return { ...statement, note: [note ?? [], added].flat().join(" ") || null };
  });
}

function noteLater(orders: CandidateOrder[]): string[] {
  const notes = orders
    .slice(-LATER_NOTED_MAX)
    .map(({ id, createdAt }) => `Order ${id} was made afterwards, ${createdAt.toISOString()}.`);
  const others = orders.length - notes.length;
  return others > 0 ? [...notes, `${others} more were made afterwards.`] : notes;
}

function noteDelivery(order: CandidateOrder, statement: WithdrawalRow, now: Date): string[] {
  const { id, createdAt, consentedAt } = order;
  const { orderIds, receivedAt, confirmedAt } = statement;
  const isNamed = orderIds?.includes(id) === true;
  if (createdAt < withdrawableSince(receivedAt)) return [];
  const toNote = (what: string) => [`Sent in time; order ${id} ${what}.`];
  if (consentedAt !== null) {
    const at = consentedAt.toISOString();
    if (consentedAt > receivedAt) {
      const version = `The text of the consent to order ${id} is version ${order.consentVersion}.`;
      return [...toNote(`was unlocked afterwards by its buyer, ${at}`), version];
    }
    return isNamed ? [`Order ${id} had been unlocked by its buyer before, ${at}.`] : [];
  }
  if (order.isDelivered) return toNote("was delivered afterwards, without consent");
  // A statement that only describes an order did not hold it before it was confirmed.
  const endsAt = withdrawalEndsAt(order);
  const wasOpen = orderIds === null && confirmedAt !== null && confirmedAt >= endsAt;
  const isOpen = wasOpen || isDeliveryOpen(order, now);
  return isOpen ? toNote(`was open since ${endsAt.toISOString()}, not downloaded`) : [];
}
