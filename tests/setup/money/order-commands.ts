import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { withdrawalResponseSchema } from "#api/contract/withdrawals.ts";
import { createWithdrawalKey } from "#api/withdrawals/withdrawal-key.ts";
import { HELD_CONSENT_VERSION } from "#domain/withdrawal.ts";
import { CONSENT } from "../records/consent.ts";
import { index, owner, part, toBody } from "./deposit-commands.ts";
import {
  addLeft,
  addOrder,
  callOff,
  command,
  consentTo,
  credit,
  depositOf,
  expectSame,
  isOnHold,
  isOwned,
  type Model,
  memberOf,
  type Order,
  personOf,
  pick,
  type Real,
  sentRefundsOf,
} from "./model.ts";
import { refundOrder } from "./refunds.ts";

// The money model's commands about purchases, and about undoing them.

const buys = fc
  .tuple(owner, index, fc.integer({ min: 1, max: 3 }), fc.boolean())
  .map(([who, which, times, isConsented]) =>
    command(
      `buy(${who}, ${which}${isConsented ? ", consents" : ""}) x ${times}`,
      async (model, real) => {
        const person = personOf(model, who);
        const product = pick(real.products, which);
        if (!product || person.isDeleted) return;
        const { agent } = memberOf(real, who);
        const isKnown = isOwned(model, who, product.id);
        const mayBuy = isKnown || (!isOnHold(model, who) && person.balance >= product.cents);
        const body = { prompt_id: product.id, ...(isConsented ? { consent: CONSENT } : {}) };
        const responses = await Promise.all(
          Array.from({ length: times }, () => agent.post("/api/purchase/prompt", body)),
        );
        for (const response of responses) {
          expectSame("may buy", response.status === 200, mayBuy, response);
        }
        if (isKnown && isConsented) consentTo(model, who, product.id);
        if (!mayBuy || isKnown) return;
        const { id: productId, cents } = product;
        person.balance -= cents;
        model.shop.revenue += cents;
        addOrder(model, { owner: who, product: productId, cents, isConsented });
      },
    ),
  );

/** Consents with the ordinary text, or the one that revokes a statement holding the order. */
const consents = fc.tuple(index, fc.boolean()).map(([which, isForHeld]) =>
  command(`consent(${which}${isForHeld ? ", takes back" : ""})`, async (model, real) => {
    const order = pick(model.orders, which);
    if (!order || personOf(model, order.owner).isDeleted) return;
    const { agent } = memberOf(real, order.owner);
    const consent = isForHeld ? { ...CONSENT, version: HELD_CONSENT_VERSION } : CONSENT;
    const response = await agent.post(`/api/purchase/${order.id}/consent`, { consent });
    const isPossible = order.refundedCents < order.cents && (isForHeld || !order.isHeld);
    expectSame("consent", response.status === 200, isPossible, response);
    if (isPossible) Object.assign(order, { isConsented: true, isHeld: false });
  }),
);

/** A statement that names no order may be about each unopened one; the staff decide. */
const descriptions = owner.map((who) =>
  command(`withdraw in words(${who})`, async (model, real) => {
    if (personOf(model, who).isDeleted) return;
    const { agent, email } = memberOf(real, who);
    const statement = { subject: "order", name: "Sam", email, contract: "The lighthouse" };
    const body = { ...statement, destination: "source", operation_id: randomUUID() };
    const response = await agent.post("/api/withdrawals", body);
    const { status } = response.as(withdrawalResponseSchema).payload;
    expectSame("withdrawal in words", status, "review", response);
    callOff(model, who, null);
    for (const order of model.orders) {
      if (order.owner === who && !order.isConsented) order.isHeld = true;
    }
  }),
);

const generates = fc.tuple(owner, index).map(([who, which]) =>
  command(`generate(${who}, ${which})`, async (model, real) => {
    const product = pick(real.products, which);
    if (!product || personOf(model, who).isDeleted) return;
    const body = { prompt_id: product.id, size: "64x64", format: "jpg" };
    // Generating is free: whatever the outcome, no money moves.
    await memberOf(real, who).agent.post("/api/purchase/generate-image", body);
  }),
);

const destinations = fc.constantFrom("wallet", "source");

const refunds = fc.tuple(index, part, destinations).map(([which, cents, destination]) =>
  command(`refund order(${which}, ${cents}, ${destination})`, async (model, real) => {
    const order = pick(model.orders, which);
    if (!order) return;
    const body = { ...toBody(cents), destination, operation_id: randomUUID() };
    const [response] = await Promise.all([
      refundOrder(real.staff, order.id, body),
      refundOrder(real.staff, order.id, body),
    ]);
    const left = order.cents - order.refundedCents;
    const isPossible = left > 0 && (cents ?? left) <= left;
    expectSame("refund of an order", response.status === 200, isPossible, response);
    if (isPossible) await giveBack(model, real, order, cents ?? left, body.operation_id);
  }),
);

/** The buyer withdraws from an unopened order, from two windows at once. */
const withdrawals = fc
  .tuple(index, destinations, fc.boolean())
  .map(([which, destination, isGuest]) =>
    command(
      `withdraw order(${which}, ${destination}${isGuest ? ", signed out" : ""})`,
      async (model, real) => {
        const order = pick(model.orders, which);
        if (!order || personOf(model, order.owner).isDeleted) return;
        const { agent, email } = memberOf(real, order.owner);
        const sender = isGuest ? real.test.createAgent() : agent;
        const statement = { subject: "order", name: "Sam", email, contract: String(order.id) };
        const fill = () => ({ ...statement, destination, operation_id: randomUUID() });
        await sender.fetchToken();
        const responses = await Promise.all([
          sender.post("/api/withdrawals", fill()),
          sender.post("/api/withdrawals", fill()),
        ]);
        const left = order.cents - order.refundedCents;
        const isPossible = left > 0 && !order.isConsented;
        const numbers = responses.map(
          (response) => `withdrawal ${response.as(withdrawalResponseSchema).payload.number}`,
        );
        // For a guest, nothing moves before the links of the receipts are used.
        if (isGuest) {
          await Promise.all(
            numbers.map((name) => {
              const number = name.replace("withdrawal ", "");
              const key = createWithdrawalKey(real.test.deps, number);
              return sender.post("/api/withdrawals/confirm", { number, key, decision: "confirm" });
            }),
          );
        }
        const made = await real.test.database<{ operationId: string }[]>`
      SELECT operation_id AS "operationId" FROM refunds
      WHERE order_id = ${order.id} AND operation_id = ANY (${numbers})`;
        expectSame("refunds of a withdrawal", made.length, isPossible ? 1 : 0, responses[0]);
        const [refund] = made;
        if (refund) await giveBack(model, real, order, left, refund.operationId);
        // The two windows race: only the database knows which statement came before the refund.
        const late = await real.test.database`
      SELECT 1 FROM withdrawals JOIN orders ON orders.id = ${order.id}
      WHERE 'withdrawal ' || number = ANY (${numbers}) AND received_at > refunded_at`;
        if (!isPossible || late.length > 0) callOff(model, order.owner, null);
      },
    ),
  );

/**
 * Refunds to the balance, and from there to the payments' sources as far as the operation sent it
 * on. With a deleted account, only the latter part leaves the shop.
 */
async function giveBack(
  model: Model,
  real: Real,
  order: Order,
  cents: number,
  operationId: string,
): Promise<void> {
  order.refundedCents += cents;
  if (order.refundedCents === order.cents) callOff(model, order.owner, order.product);
  const person = personOf(model, order.owner);
  if (!person.isDeleted) {
    model.shop.revenue -= cents;
    credit(person, cents);
  }
  for (const sent of await sentRefundsOf(real, operationId)) {
    if (sent.status === "failed") continue;
    if (person.isDeleted) addLeft(model, depositOf(model, sent.depositId), 0 - sent.cents);
    else person.balance -= sent.cents;
  }
}

export const orderCommands = [
  ...[buys, buys, consents, consents, descriptions],
  ...[generates, refunds, withdrawals],
];
