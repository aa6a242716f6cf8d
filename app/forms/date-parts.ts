import { toPlainNumber } from "#domain/typed-text.ts";

/** The parts of a date in the order of their fields. */
export const DATE_PARTS = ["day", "month", "year"] as const;

export type DateParts = Record<(typeof DATE_PARTS)[number], string>;

/** The form field of one part: `date_of_birth_day`. */
export function partName(name: string, part: keyof DateParts): string {
  return `${name}_${part}`;
}

/**
 * Joins a date typed in three fields into the contract's format: 27, 3 and 1990 become "1990-03-27"
 * in the field `name`, and the parts are removed from the form. An invalid date stays as typed, so
 * that the contract rejects it and `splitDate` shows it again; three empty parts become an empty
 * field. A form without the parts, or with duplicates of one, is left unchanged.
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

/** The three parts of a date such as "1990-03-27", or of invalid typed text. */
export function splitDate(date: string | undefined): DateParts {
  const [year = "", month = "", day = ""] = (date ?? "").split("-");
  return { day, month, year };
}

/** A part must not contain the separator. */
const clean = (text: string) => toPlainNumber(text).replaceAll("-", "").trim();
const pad = (digits: string) => (/^\d$/.test(digits) ? `0${digits}` : digits);
