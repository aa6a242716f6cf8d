/**
 * The rows without those whose key an earlier row has; rows without a key stay. Servers repeat rows,
 * for example when they join tables, and screens list each thing once.
 */
export function uniqueBy<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string | number | null | undefined,
): Row[] {
  const seen = new Set<string>();
  return rows.filter((row) => {
    const key = keyOf(row) ?? null;
    if (key === null) return true;
    const isNew = !seen.has(String(key));
    seen.add(String(key));
    return isNew;
  });
}
