import { LIST_COUNT_MAX } from "#domain/catalog.ts";

/** The number of products in a list: "1,000+" if counting stopped there. */
export function formatTotal(total: number, format: { number(value: number): string }): string {
  return `${format.number(total)}${total === LIST_COUNT_MAX ? "+" : ""}`;
}
