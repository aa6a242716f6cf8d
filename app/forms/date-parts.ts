/** A date's own parts, in the order in which they are asked for. */
export const DATE_PARTS = ["day", "month", "year"] as const;

export type DateParts = Record<(typeof DATE_PARTS)[number], string>;

/** The form field of one part: `date_of_birth_day`. */
export function partName(name: string, part: keyof DateParts): string {
  return `${name}_${part}`;
}

/**
 * Puts a date that was typed in three boxes together, as the contract has it: 27, 3 and 1990 become
 * "1990-03-27" in the field `name`, and the boxes leave the form. What is no date stays as it was
 * typed, for the contract to reject and `splitDate` to show again; three empty boxes are an empty
 * field. A form without the boxes, and one with several of a kind, is left as it is.
 */
export function joinDateParts(form: FormData, name: string): void {
  const names = DATE_PARTS.map((part) => partName(name, part));
  const values = names.map((box) => form.getAll(box));
  if (!values.every((all) => all.length === 1 && typeof all[0] === "string")) return;
  const [day = "", month = "", year = ""] = values.map(([text]) => clean(String(text)));
  for (const box of names) form.delete(box);
  const isEmpty = `${day}${month}${year}` === "";
  form.set(name, isEmpty ? "" : [year, pad(month), pad(day)].join("-"));
}

/** The three boxes of a date such as "1990-03-27", or of what was typed instead of one. */
export function splitDate(date: string | undefined): DateParts {
  const [year = "", month = "", day = ""] = (date ?? "").split("-");
  return { day, month, year };
}

/** The parts' separator must not come from a box. */
const clean = (text: string) => text.replaceAll("-", "").trim();
const pad = (digits: string) => (/^\d$/.test(digits) ? `0${digits}` : digits);
