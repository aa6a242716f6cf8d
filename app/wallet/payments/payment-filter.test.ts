import { describe, expect, it } from "vitest";
import { readPaymentFilter } from "./payment-filter.ts";

const read = (query: string) => readPaymentFilter(new URLSearchParams(query));
const ALL = { kind: "", from: "", to: "" };

describe("the filter of the payment history", () => {
  it("is read as it was chosen", () => {
    const filter = { kind: "refund", from: "2026-02-28", to: "2026-03-01" };
    expect(read("kind=refund&from=2026-02-28&to=2026-03-01")).toEqual({ filter, wrong: [] });
    expect(read("kind=&from=&to=")).toEqual({ filter: ALL, wrong: [] });
  });

  it("says which of its fields are none", () => {
    const { filter, wrong } = read("kind=bogus&from=2026-02-31&to=tomorrow");
    expect([filter, wrong]).toEqual([ALL, ["kind", "from", "to"]]);
  });

  it("takes no end before its beginning", () => {
    const { filter, wrong } = read("from=2026-03-02&to=2026-03-01");
    expect([filter, wrong]).toEqual([{ ...ALL, from: "2026-03-02" }, ["to"]]);
    const day = { ...ALL, from: "2026-03-02", to: "2026-03-02" };
    expect(read("from=2026-03-02&to=2026-03-02")).toEqual({ filter: day, wrong: [] });
  });
});
