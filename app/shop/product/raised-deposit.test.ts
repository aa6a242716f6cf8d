import { describe, expect, it } from "vitest";
import type { FailedDeposit } from "#app/forms/deposit/deposit-form.server.ts";
import { raiseDeposit } from "./raised-deposit.ts";

const TYPED = { amount: "10.00", city: "Tallinn", buy: "on" };

function reject(typed: Record<string, string>, more: Partial<FailedDeposit> = {}): FailedDeposit {
  const reply = { status: "error" as const, initialValue: typed };
  return { formId: "deposit", operationId: null, isUnclear: false, reply, ...more };
}

const raise = (failed: FailedDeposit | undefined, enoughCents: number | null, locale = "en") =>
  raiseDeposit(failed, { enoughCents, locale });

describe("the amount of a deposit that is shown again", () => {
  it("becomes what pays for the purchase, as the reader writes it, and the rest stays", () => {
    const form = { reply: { initialValue: { ...TYPED, amount: "20.00" } } };
    expect(raise(reject(TYPED), 2_000)).toMatchObject({ amount: "20.00", form });
    expect(raise(reject({ ...TYPED, amount: "10,00" }), 1_001, "de")?.amount).toBe("10,01");
  });

  it("leaves its error to the form, beside those of other fields", () => {
    const error = { amount: ["Too little"], city: ["Unknown"], form: ["Changed"] };
    const failed = reject(TYPED);
    const raised = raise({ ...failed, reply: { ...failed.reply, error } }, 2_000);
    expect(raised?.form.reply.error).toEqual({
      city: ["Unknown"],
      form: ["Changed", "Too little"],
    });
  });

  it.each<[string, FailedDeposit | undefined, number | null]>([
    ["nothing was rejected", undefined, 2_000],
    ["it is enough", reject(TYPED), 1_000],
    ["it buys nothing by itself", reject({ amount: "10.00" }), 2_000],
    ["it is no amount", reject({ ...TYPED, amount: "ten" }), 2_000],
    ["nobody knows what is enough", reject(TYPED), null],
    ["a deposit may have been opened", reject(TYPED, { isUnclear: true }), 2_000],
  ])("stays where %s", (_name, failed, enoughCents) => {
    expect(raise(failed, enoughCents)).toBeNull();
  });
});
