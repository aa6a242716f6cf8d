import fc from "fast-check";
import { expect, it } from "vitest";
import { sourceNumber } from "./documents.ts";
import { isOrderNumber, ORDER_NUMBER_WORDS } from "./withdrawal-statements.ts";

it.each([
  ..."17|No. 17|#17|No17|0017|17.|17....|Nº 17| 17 |ORDER 17|order #17|Bestellung Nr. 17".split(
    "|",
  ),
  ..."Numéro de commande : 17|pedido n.º 17|замовлення № 17|رقم الطلب: 17|Zamówienie nr 17".split(
    "|",
  ),
  ..."№ 14|(16|order no. 10|Order ID: 17|Bestell-Nr. 17|Nº de pedido 17|numero d’ordine (17)".split(
    "|",
  ),
  // As its confirmation writes it, and as it is typed on Arabic keyboards.
  ..."ORDER-17|order-17|Bestellung ORDER-17|رقم الطلب: ORDER-17|١٧|طلب رقم ١٧|۱۷|\u200f17\u200e".split(
    "|",
  ),
])("takes %j for an order number", (text) => {
  expect(isOrderNumber(text)).toBe(true);
});

it.each([
  ..."The fox of May 17|4 €|€4|17%|17/18|-17|Nov 17|17a|1 7|17a17|INV-2026-000017|DEPOSIT-17|May-17|ORDER-17 of May|١٧ مايو|١7|1\u200b7|order 17 of May|Order 17, the lighthouse|1234567890123456|".split(
    "|",
  ),
  ..."order order order order 17|snow 17|non 17|May 17|17 no".split("|"),
  // Dates and prices.
  ..."compra de 17|pedido do 17|ordine d'17|número de pedido de 17".split("|"),
])("takes %j for a description", (text) => {
  expect(isOrderNumber(text)).toBe(false);
});

it("takes the number of each order's confirmation for an order number", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999_999 }), (id) => {
      expect(isOrderNumber(sourceNumber("order_confirmation", id))).toBe(true);
      expect(isOrderNumber(sourceNumber("deposit_receipt", id))).toBe(false);
    }),
  );
});

it("is certain of a number after words for one, and of none after another word", () => {
  const numbers = fc.integer({ min: 1, max: 999_999 });
  const known = fc.constantFrom(...ORDER_NUMBER_WORDS);
  const letters = fc.stringMatching(/^[a-z]{1,12}$/u);
  const others = letters.filter((word) => !ORDER_NUMBER_WORDS.includes(word));
  fc.assert(
    fc.property(known, others, numbers, (word, other, number) => {
      expect(isOrderNumber(`${word} ${number}`)).toBe(true);
      expect(isOrderNumber(`${other} ${number}`)).toBe(false);
      expect(isOrderNumber(`${word} ${other} ${number}`)).toBe(false);
      expect(isOrderNumber(`${word} ${number} ${other}`)).toBe(false);
    }),
  );
});
