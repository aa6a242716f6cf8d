import { LIST_COUNT_MAX } from "#domain/catalog.ts";

/** How many products a list has: "1,000+" where counting has stopped. */
export function formatTotal(total: number, format: { number(value: number): string }): string {
  return `${format.number(total)}${total === LIST_COUNT_MAX ? "+" : ""}`;
}
