import type { PersonView, RecordView } from "#app/api-client/staff/people.server.ts";
import { useFormat, useT } from "#app/i18n/i18n.tsx";
import { hasText, type Translate } from "#app/i18n/translate.ts";
import { FoldMark } from "#app/staff/fold-mark.tsx";
import { nameAccount, nameTransaction } from "#app/staff/ledger-words.ts";
import { StateText } from "#app/staff/state-text.tsx";
import { staffPath } from "#app/staff/table/staff-path.ts";
import { toTablePath } from "#app/staff/table/table-path.ts";
import { DateTime } from "#app/ui/base/date-time.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { nameMethod } from "#app/ui/payment-method.ts";
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

/** The lists in which a person's records can be searched by address. */
const LISTS: Partial<Record<Kind, string>> = {
  orders: "/staff/orders",
  deposits: "/staff/deposits",
};

/** A person's records by kind, the latest of each; says so if there are none. */
export function PersonRecords(props: {
  person: Pick<PersonView, "email" | "records" | "counts">;
  /** True if this role may open the offers' screens. */
  canReadOffers: boolean;
  /** True if this role may open the screens of orders and deposits. */
  canReadOrders: boolean;
}) {
  const { person, canReadOffers, canReadOrders } = props;
  const { records, counts } = person;
  const t = useT();
  const format = useFormat();
  return KINDS.map((kind) => (
    <details
      key={kind}
      open={kind === "ledger" && records[kind].length > 0}
      className="group/fold card mt-4"
    >
      <summary className="flex min-h-11 cursor-pointer items-center gap-3 px-4">
        <h2 className="flex-1 font-sans text-base font-medium">{t(`people.records_${kind}`)}</h2>
        <span className="text-sm text-muted tabular-nums">
          {format.number(counts?.[kind] ?? records[kind].length)}
        </span>
        <FoldMark />
      </summary>
      {counts !== null && counts[kind] > records[kind].length ? (
        <p className="flex flex-wrap items-center gap-x-4 border-t border-line px-4 text-sm text-muted">
          {t("staff_table.only_newest", { max: format.number(records[kind].length) })}
          {LISTS[kind] && canReadOrders ? (
            <Link
              to={toTablePath(LISTS[kind], { q: person.email })}
              className="link inline-flex min-h-11 items-center"
            >
              {t("staff_table.show_all")}
            </Link>
          ) : null}
        </p>
      ) : null}
      {records[kind].length === 0 ? null : (
        <ul className="border-t border-line text-sm">
          {records[kind].map((record) => (
            <RecordLine key={record.id} {...{ kind, record, canReadOffers }} />
          ))}
        </ul>
      )}
    </details>
  ));
}

/** A record's title in the language of the screen; another server's words are shown unchanged. */
function nameRecord(t: Translate, kind: Kind, title: string): string {
  if (kind === "ledger") return nameTransaction(t, title);
  if (kind === "deposits") {
    const [provider = "", ...method] = title.split(" ");
    return [provider, nameMethod(t, method.join(" "))].filter(Boolean).join(" · ");
  }
  // The title of a session is the time when it was last seen, in UTC.
  const seen = kind === "sessions" ? /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2})$/.exec(title) : null;
  return seen ? formatDateTime(`${seen[1]}T${seen[2]}:00Z`).replace(/:00$/, "") : title;
}

function RecordStatus({ kind, status }: { kind: Kind; status: string }) {
  const t = useT();
  if (kind === "ledger") return <bdi>{nameAccount(t, status)}</bdi>;
  const key = STATUS_TEXTS[kind]?.(status);
  if (key === "") return null;
  return key && hasText(t, key) ? t(key) : <StateText state={status} />;
}

/** Texts of statuses that differ from those of orders and payments; "" if no word is needed. */
const STATUS_TEXTS: Partial<Record<Kind, (status: string) => string>> = {
  offers: (status) => `staff_offers.status_${status}`,
  sessions: (status) => (status === "open" ? "" : `people.session_${status}`),
  mails: (status) => (status === "queued" ? "staff_orders.state.waiting" : `status.${status}`),
};

function RecordLine(props: { kind: Kind; record: RecordView; canReadOffers: boolean }) {
  const { kind, record, canReadOffers } = props;
  const t = useT();
  const format = useFormat();
  const { id, at, title, status, amountCents, currency } = record;
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-line px-4 py-2 last:border-b-0">
      <span className="w-40 flex-none text-muted tabular-nums">
        <DateTime at={at} />
      </span>
      <span className="min-w-0 flex-1 basis-full wrap-anywhere sm:basis-0">
        {kind === "offers" && canReadOffers ? (
          <Link to={staffPath("offers", id)} className="link">
            <bdi>{title}</bdi>
          </Link>
        ) : (
          <bdi>{nameRecord(t, kind, title)}</bdi>
        )}
      </span>
      {status === null ? null : (
        <span className="text-muted">
          <RecordStatus kind={kind} status={status} />
        </span>
      )}
      {amountCents === null ? null : (
        <span className="ms-auto tabular-nums">
          {currency === null ? format.credits(amountCents) : format.money(amountCents, currency)}
        </span>
      )}
    </li>
  );
}
