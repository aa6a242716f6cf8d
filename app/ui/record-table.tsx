import type { ReactNode } from "react";

type Column<Row> = {
  title: string;
  isNumber?: boolean;
  /** 4 rem square: on narrow screens it is next to the row's lines and needs no title. */
  isImage?: boolean;
  render(row: Row): ReactNode;
};

/**
 * Records as a table; on narrow screens each row becomes a block of "title: value" lines, so that
 * nothing scrolls sideways. Screen readers get a table either way.
 */
export function RecordTable<Row>(props: {
  caption: string;
  note?: string;
  rows: readonly Row[];
  keyOf(row: Row): string;
  columns: readonly Column<Row>[];
  rowClassName?: string;
}) {
  const { caption, note, rows, keyOf, columns, rowClassName = "" } = props;
  const hasImage = columns.some(({ isImage }) => isImage);
  const blockClass = hasImage ? "grid grid-cols-[auto_minmax(0,1fr)] gap-x-4" : "block";
  return (
    <div>
      <table className="card block w-full border-collapse md:table">
        <caption className="sr-only">{caption}</caption>
        <thead className="sr-only md:not-sr-only md:table-header-group">
          <tr>
            {columns.map((column) => (
              <th
                key={column.title}
                scope="col"
                className={`eyebrow px-3 py-3 font-medium first:ps-5 last:pe-5 xl:px-5 ${column.isNumber ? "text-end" : "text-start"}`}
              >
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="block md:table-row-group">
          {rows.map((row) => (
            <tr
              key={keyOf(row)}
              className={`${blockClass} border-b border-line px-5 py-4 last:border-b-0 md:table-row md:border-t md:border-b-0 md:p-0 ${rowClassName}`}
            >
              {columns.map((column) =>
                column.isImage ? (
                  <td
                    key={column.title}
                    className="row-span-6 py-1 md:table-cell md:w-px md:px-5 md:py-3.5"
                  >
                    {column.render(row)}
                  </td>
                ) : (
                  <td
                    key={column.title}
                    className={`flex flex-wrap items-baseline justify-between gap-x-4 py-1 md:table-cell md:px-3 md:py-3.5 md:first:ps-5 md:last:pe-5 xl:px-5 ${
                      column.isNumber ? "tabular-nums md:text-end md:whitespace-nowrap" : ""
                    } ${hasImage ? "col-start-2" : ""}`}
                  >
                    <span aria-hidden="true" className="text-sm text-muted md:hidden">
                      {column.title}
                    </span>
                    {/* Below its name if both do not fit: text may be enlarged to twice its size. */}
                    <span
                      className={`grow basis-24 text-end max-md:wrap-anywhere ${column.isNumber ? "" : "md:text-start"}`}
                    >
                      {column.render(row)}
                    </span>
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {note ? <p className="mt-3 text-sm text-muted">{note}</p> : null}
    </div>
  );
}
