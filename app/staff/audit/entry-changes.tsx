type Changes = {
  changes: readonly { field: string; from: string | null; to: string | null }[];
  reason: string | null;
};

/**
 * The values before and after an action by field, and its reason. Each has its own text direction:
 * in a right-to-left page "rows: 41" would otherwise run together as "41rows:".
 */
export function EntryChanges({ entry }: { entry: Changes }) {
  const { changes, reason } = entry;
  return (
    <>
      {changes.map(({ field, from, to }) => (
        <span key={field} className="block">
          {field === "" ? null : (
            <>
              <code dir="ltr">{field}</code>
              {": "}
            </>
          )}
          {from === null ? null : (
            <del className="text-muted">
              <bdi>{from}</bdi>
            </del>
          )}
          {from !== null && to !== null ? " → " : null}
          {to === null ? null : (
            <ins className="no-underline">
              <bdi>{to}</bdi>
            </ins>
          )}
        </span>
      ))}
      {reason === null ? null : (
        <q className="block text-muted">
          <bdi>{reason}</bdi>
        </q>
      )}
    </>
  );
}
