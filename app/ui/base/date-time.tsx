import { formatDateTime } from "#domain/dates.ts";

/**
 * A moment in the format of spec §9, regardless of the page's direction; `at` is ISO 8601. A dash
 * for "", the time of an entry whose server states none.
 */
export function DateTime({ at, className }: { at: string; className?: string }) {
  if (at === "") return "–";
  return (
    <time dir="ltr" dateTime={at} className={className}>
      {formatDateTime(at)}
    </time>
  );
}
