import { formatDateTime } from "#domain/dates.ts";

/**
 * A moment as spec §9 writes it, whatever the page's direction; `at` in ISO 8601. A dash for "",
 * which is the time of an entry whose server states none.
 */
export function DateTime({ at, className }: { at: string; className?: string }) {
  if (at === "") return "–";
  return (
    <time dir="ltr" dateTime={at} className={className}>
      {formatDateTime(at)}
    </time>
  );
}
