import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { balanceAdjustmentResponseSchema } from "#api/contract/staff/people.ts";
import { owner } from "./deposit-commands.ts";
import {
  BY_HAND_LIMIT_CENTS,
  command,
  credit,
  expectSame,
  type Model,
  memberOf,
  personOf,
  type Real,
  takeBack,
} from "./model.ts";

// The money model's commands about balances that the staff correct.

function apply(model: Model, who: number, cents: number): void {
  const person = personOf(model, who);
  if (cents > 0) credit(person, cents);
  else takeBack(person, -cents);
}

const pathOf = (real: Real, who: number) => `/api/staff/people/${memberOf(real, who).id}/balance`;

const adjusts = fc
  .tuple(owner, fc.constantFrom(1, 250, 300, 301, 2_000), fc.constantFrom("add", "take"))
  .map(([who, cents, direction]) =>
    command(`adjust(${who}, ${direction} ${cents})`, async (model, real) => {
      const person = personOf(model, who);
      const body = {
        operation_id: randomUUID(),
        direction,
        amount: (cents / 100).toFixed(2),
        reason: "a correction of the model",
      };
      const responses = await Promise.all([
        real.staff.agent.post(pathOf(real, who), body),
        real.staff.agent.post(pathOf(real, who), body),
      ]);
      const isCovered = direction === "add" || cents <= person.balance;
      const isPossible = !person.isDeleted && person.waiting === null && isCovered;
      for (const response of responses) {
        expectSame("correction of a balance", response.status === 200, isPossible, response);
      }
      const [made] = responses;
      if (!isPossible || !made) return;
      const signed = direction === "add" ? cents : -cents;
      const { id, status } = made.as(balanceAdjustmentResponseSchema).payload;
      expectSame("waits", status === "waiting", cents > BY_HAND_LIMIT_CENTS, made);
      if (status === "waiting") person.waiting = { id, cents: signed };
      else apply(model, who, signed);
    }),
  );

/** Somebody decides about the waiting correction, from two windows at once. */
const decisions = fc
  .tuple(owner, fc.constantFrom("approve", "reject"), fc.boolean())
  .map(([who, decision, isOwn]) =>
    command(
      `decide on a correction(${who}, ${decision}${isOwn ? ", one's own" : ""})`,
      async (model, real) => {
        const person = personOf(model, who);
        if (person.waiting === null) return;
        const { id, cents } = person.waiting;
        const { agent } = isOwn ? real.staff : real.colleague;
        const path = `${pathOf(real, who)}/decide`;
        const responses = await Promise.all([
          agent.post(path, { request: id, decision }),
          agent.post(path, { request: id, decision }),
        ]);
        const isApproved = decision === "approve";
        const isCovered = person.balance + cents >= 0;
        const isPossible = !person.isDeleted && (!isApproved || (!isOwn && isCovered));
        const done = responses.filter((response) => response.status === 200).length;
        expectSame("decided", done, isPossible ? 1 : 0, responses[0]);
        if (!isPossible) return;
        person.waiting = null;
        if (isApproved) apply(model, who, cents);
      },
    ),
  );

export const adjustmentCommands = [adjusts, decisions];
