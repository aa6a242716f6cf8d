import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { insertWithdrawal } from "#api/withdrawals/withdrawals.queries.ts";
import { sourceNumber } from "#domain/documents.ts";
import { toLatinDigits } from "#domain/typed-text.ts";
import {
  isOrderNumber,
  isUnambiguous,
  ORDER_NUMBER_WORDS,
  WITHDRAWAL_TEXT_LENGTH_MAX,
} from "#domain/withdrawal-statements.ts";
import { giveCredits } from "#tests/factories.ts";
import type { TestApi } from "#tests/setup/api/test-api.ts";
import { buy, createPayer, createShop } from "#tests/setup/money/refunds.ts";

const NAMED_MAX = 5;

let test: TestApi;
let buyer: { id: number; email: string };
/**
 * The buyer's orders: those that can be withdrawn from, those in other states, and somebody else's.
 */
const orders = { withdrawable: [] as number[], others: [] as number[], foreign: 0 };
beforeAll(async () => {
  ({ test } = await createShop());
  const { agent, ...member } = await createPayer(test, 400);
  buyer = member;
  await giveCredits(test.database, buyer.id, 4_000);
  const locked = async () => (await buy(test, agent, { isLocked: true })).orderId;
  for (let count = 0; count <= NAMED_MAX; count++) orders.withdrawable.push(await locked());
  const { orderId: open } = await buy(test, agent);
  const [old, refunded] = [await locked(), await locked()];
  orders.others.push(open, old, refunded);
  await test.database`
    UPDATE orders SET created_at = created_at - interval '30 days' WHERE id = ${old}`;
  await test.database`UPDATE orders SET refunded_at = created_at WHERE id = ${refunded}`;
  const other = await createPayer(test, 400);
  orders.foreign = (await buy(test, other.agent, { isLocked: true })).orderId;
});
afterAll(() => test.close());

/** Returns the orders that the new statement names, as the program stores them. */
async function name(contract: string): Promise<number[] | null> {
  const row = await insertWithdrawal(test.database, {
    ...{ operationId: randomUUID(), number: randomUUID(), userId: buyer.id, subject: "order" },
    ...{ contract, destination: "wallet", name: "Bea", email: buyer.email, locale: "en" },
    ...{ receivedAt: new Date(), confirmedAt: null },
  });
  return row?.orderIds ?? null;
}

/** Returns the same as stored by the previous release, which leaves all of it to the database. */
async function nameAsBefore(contract: string): Promise<number[] | null> {
  const [row] = await test.database<{ orderIds: number[] | null }[]>`
    INSERT INTO withdrawals (operation_id, number, status, user_id, subject, contract, destination,
      name, email, locale, received_at)
    VALUES (gen_random_uuid(), gen_random_uuid(), 'review', ${buyer.id}, 'order', ${contract},
      'wallet', 'Bea', ${buyer.email}, 'en', now())
    RETURNING order_ids AS "orderIds"`;
  return row?.orderIds ?? null;
}

const toNumbers = (text: string) =>
  text.split(/[^0-9]+/).flatMap((digits) => {
    const value = digits.replace(/^0+/, "");
    return value === "" || value.length > 15 ? [] : [Number(value)];
  });

/** Returns the orders by the rule (docs/decisions/0045). */
function expectNamed(text: string, isAlone: boolean): number[] | null {
  const { withdrawable, others } = orders;
  const numbers = toNumbers(text);
  const named = (isAlone ? [...withdrawable, ...others] : withdrawable).filter((id) =>
    numbers.includes(id),
  );
  return named.length === 0 || named.length > NAMED_MAX ? null : named.sort((a, b) => a - b);
}

/** Numbers of orders as people write them. */
const numbersOf = (ids: () => number[]) =>
  fc
    .tuple(fc.nat(), fc.constantFrom("", "", "0", "00"))
    .map(([index, zeros]) => `${zeros}${ids()[index % ids().length]}`);
const allNumbers = () => [...orders.withdrawable, ...orders.others, orders.foreign];
const cases = fc.constantFrom(
  (word: string) => word,
  (word: string) => word.toUpperCase(),
  (word: string) => word.normalize("NFD"),
);
const words = fc
  .tuple(fc.constantFrom(...ORDER_NUMBER_WORDS), cases)
  .map(([word, change]) => change(word));

describe("the orders that a statement names", () => {
  const parts = fc.oneof(
    { arbitrary: numbersOf(allNumbers), weight: 4 },
    words,
    fc.constantFrom(
      "The fox",
      "vom 02.11.2026",
      "4,00 €",
      "2026-11-02",
      "123456789012345",
      "1234567890123456",
    ),
    fc.constantFrom("a", "\n", "٧", "\u{1f600}".repeat(40)),
    fc.string({ unit: "grapheme", maxLength: 4 }).filter((text) => !text.includes("\0")),
  );
  const texts = fc
    .array(fc.tuple(parts, fc.constantFrom(" ", " ", ", ", "", "#")), {
      minLength: 1,
      maxLength: 14,
    })
    .map((all) => all.flat().join(""))
    .filter((text) => text.length <= WITHDRAWAL_TEXT_LENGTH_MAX);

  it("are those of the sender by the numbers in its text, at most five", async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const orderIds = await name(text);
        const isAlone = isOrderNumber(text);
        const known = expectNamed(toLatinDigits(text), isAlone) ?? expectNamed(text, isAlone);
        expect(orderIds).toEqual(known);
        expect(isUnambiguous({ contract: text, orderIds })).toBe(isAlone && orderIds !== null);
        expect(await nameAsBefore(text)).toEqual(expectNamed(text, false));
      }),
      { numRuns: 300 },
    );
  });

  it("are one in any state, by its number alone or after words for it in each language", async () => {
    const intros = fc.array(words, { maxLength: 2 }).map((all) => all.join(" "));
    const between = fc.constantFrom(" ", ": ", " (", "");
    await fc.assert(
      fc.asyncProperty(
        intros,
        between,
        numbersOf(() => orders.others),
        async (...text) => {
          const contract = text.join("");
          expect([contract, await name(contract)]).toEqual([contract, toNumbers(text[2])]);
        },
      ),
    );
  });

  it("are one by the number of its confirmation, and in the digits of Arabic keyboards", async () => {
    const { others } = orders;
    for (const id of others) {
      const digits = [...String(id)].map((digit) => "٠١٢٣٤٥٦٧٨٩".charAt(Number(digit))).join("");
      expect(await name(sourceNumber("order_confirmation", id))).toEqual([id]);
      expect(await name(`طلب رقم ${digits}`)).toEqual([id]);
      expect(await name(`${digits}${id}`)).toBeNull();
    }
  });

  it("are found in a text with the date and the price, but not in one that lists six", async () => {
    const [first = 0, ...rest] = orders.withdrawable;
    const text = `Bestellung Nr. ${first} vom 02.11.2099 über 400,00 €, 7. Kauf`;
    expect(await name(text)).toContain(first);
    expect(await name(rest.join(", "))).toEqual(rest);
    expect(await name(orders.withdrawable.join(", "))).toBeNull();
  });
});
