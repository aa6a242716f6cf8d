import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Breaker } from "./breaker.ts";

function createBreaker() {
  let ms = 0;
  const breaker = new Breaker(() => new Date(ms));
  const advance = (by: number) => {
    ms += by;
  };
  return { breaker, advance };
}

describe("the breaker", () => {
  it("opens at the third failure in a row", () => {
    const { breaker } = createBreaker();
    expect([breaker.fail(), breaker.fail()]).toEqual([false, false]);
    breaker.succeed();
    expect([breaker.fail(), breaker.fail(), breaker.isOpen]).toEqual([false, false, false]);
    expect([breaker.fail(), breaker.isOpen]).toEqual([true, true]);
    expect(breaker.fail()).toBe(false);
  });

  it("is checked after a second, then after twice as long each time, at most a minute", () => {
    const { breaker, advance } = createBreaker();
    const pauses: number[] = [];
    for (let time = 0; time < 9; time++) {
      breaker.open();
      let ms = 0;
      for (; !breaker.isCheckDue; ms += 1_000) advance(1_000);
      pauses.push(ms / 1_000);
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
  });

  it("begins with a second again once it has been closed for long", () => {
    const { breaker, advance } = createBreaker();
    breaker.open();
    breaker.open();
    breaker.close();
    expect([breaker.isOpen, breaker.isCheckDue]).toEqual([false, false]);
    advance(10 * 60_000);
    breaker.open();
    advance(1_000);
    expect(breaker.isCheckDue).toBe(true);
  });

  it("always comes to be checked, whatever has happened", () => {
    const act = fc.constantFrom("fail", "succeed", "open", "close", "wait");
    fc.assert(
      fc.property(fc.array(act), (acts) => {
        const { breaker, advance } = createBreaker();
        for (const one of acts) {
          if (one === "wait") advance(700);
          else breaker[one]();
        }
        advance(60_000);
        expect(breaker.isCheckDue).toBe(breaker.isOpen);
      }),
    );
  });
});
