import { formatDateTime } from "#domain/dates.ts";

/** A moment as spec §9 writes it, whatever the page's direction; `at` in ISO 8601. */
export function DateTime({ at, className }: { at: string; className?: string }) {
  return (
    <time dir="ltr" dateTime={at} className={className}>
      {formatDateTime(at)}
    </time>
  );
}
