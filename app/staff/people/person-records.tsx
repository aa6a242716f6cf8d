import type { PersonView, RecordView } from "#app/api-client/staff/people.server.ts";
import { useFormat, useT } from "#app/i18n/i18n.tsx";
import { FoldMark } from "#app/staff/fold-mark.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { formatDateTime } from "#domain/dates.ts";

type Kind = keyof PersonView["records"];

const KINDS: readonly Kind[] = [
  "ledger",
  "orders",
  "deposits",
  "offers",
  "documents",
  "sessions",
  "mails",
];

/** A person's records by kind, the latest of each; empty kinds say so. */
export function PersonRecords({ records }: { records: PersonView["records"] }) {
  const t = useT();
  return KINDS.map((kind) => (
    <details
      key={kind}
      open={kind === "ledger" && records[kind].length > 0}
      className="group/fold card mt-4"
    >
      <summary className="flex min-h-11 cursor-pointer items-center gap-3 px-4">
        <h2 className="flex-1 font-sans text-base font-medium">{t(`people.records_${kind}`)}</h2>
        <span className="text-sm text-muted tabular-nums">{records[kind].length}</span>
        <FoldMark />
      </summary>
      {records[kind].length === 0 ? null : (
        <ul className="border-t border-line text-sm">
          {records[kind].map((record) => (
            <RecordLine key={record.id} kind={kind} record={record} />
          ))}
        </ul>
      )}
    </details>
  ));
}

function RecordLine({ kind, record }: { kind: Kind; record: RecordView }) {
  const format = useFormat();
  const { id, at, title, status, amountCents, currency } = record;
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-line px-4 py-2 last:border-b-0">
      <span className="w-40 flex-none text-muted tabular-nums">{formatDateTime(at)}</span>
      <span className="min-w-0 flex-1 basis-full wrap-anywhere sm:basis-0">
        {kind === "offers" ? (
          <Link to={`/staff/offers/${encodeURIComponent(id)}`} className="link">
            <bdi>{title}</bdi>
          </Link>
        ) : (
          <bdi>{title}</bdi>
        )}
      </span>
      {status === null ? null : (
        <code dir="ltr" className="text-muted">
          {status}
        </code>
      )}
      {amountCents === null ? null : (
        <span className="ms-auto tabular-nums">
          {currency === null ? format.credits(amountCents) : format.money(amountCents, currency)}
        </span>
      )}
    </li>
  );
}
