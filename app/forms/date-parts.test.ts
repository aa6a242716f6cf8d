import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DATE_PARTS, joinDateParts, partName, splitDate } from "./date-parts.ts";

function join(parts: Record<string, string>): FormData {
  const form = new FormData();
  for (const [part, text] of Object.entries(parts)) form.set(`born_${part}`, text);
  joinDateParts(form, "born");
  return form;
}

describe("a date in three boxes", () => {
  it.each([
    [{ day: "27", month: "3", year: "1990" }, "1990-03-27"],
    [{ day: " 1 ", month: "12", year: "2001" }, "2001-12-01"],
    [{ day: "٢٧", month: "٣", year: "\u200f١٩٩٠" }, "1990-03-27"],
    [{ day: "", month: "", year: "" }, ""],
    [{ day: "5", month: "", year: "1990" }, "1990--05"],
    [{ day: "5", month: "May", year: "1990" }, "1990-May-05"],
  ])("becomes one field: %o", (parts, date) => {
    expect([...join(parts)]).toEqual([["born", date]]);
  });

  it("leaves a form alone that has no boxes or several of a kind", () => {
    const plain = new FormData();
    plain.set("born", "1990-03-27");
    joinDateParts(plain, "born");
    expect([...plain]).toEqual([["born", "1990-03-27"]]);
    const twice = new FormData();
    for (const part of [...DATE_PARTS, "day" as const]) twice.append(partName("born", part), "1");
    joinDateParts(twice, "born");
    expect(twice.getAll("born_day")).toEqual(["1", "1"]);
  });

  it("shows again what was typed, whatever it was", () => {
    const text = fc.string({ maxLength: 6 });
    fc.assert(
      fc.property(text, text, text, (day, month, year) => {
        const shown = splitDate(String(join({ day, month, year }).get("born")));
        const plain = (part: string) => part.replaceAll("-", "").trim();
        const isSame = (typed: string, seen: string) =>
          seen === plain(typed) || seen === `0${plain(typed)}`;
        expect(isSame(day, shown.day)).toBe(true);
        expect(isSame(month, shown.month)).toBe(true);
        expect(shown.year).toBe(plain(year));
      }),
    );
  });
});
