import type { StaffProductRowView } from "#app/api-client/staff/products.server.ts";
import { SenderField } from "#app/forms/use-app-form.tsx";
import { useT } from "#app/i18n/i18n.tsx";
import { staffPath } from "#app/staff/table/staff-path.ts";
import { toTablePath } from "#app/staff/table/table-path.ts";
import { Thumb } from "#app/staff/thumb.tsx";
import { Button } from "#app/ui/base/button.tsx";
import { Form, Link } from "#app/ui/base/link.tsx";
import { CHOSEN_SHELVES, type ChosenShelf } from "#domain/shelves.ts";

/** Published products, newest or search results, with a button per shelf. */
export function ProductFinder(props: {
  path: string;
  query: string;
  found: readonly StaffProductRowView[];
  /** The ids of each shelf as they were read. */
  seen: Record<ChosenShelf, string>;
  sender: string | null;
}) {
  const { path, query, found, seen, sender } = props;
  const t = useT();
  return (
    <section aria-labelledby="finder-title" className="mt-12">
      <h2 id="finder-title" className="text-xl">
        {t("staff_shelves.find")}
      </h2>
      <Form
        method="get"
        action={path}
        key={query}
        role="search"
        aria-labelledby="finder-title"
        preventScrollReset
        className="mt-3 flex max-w-xl flex-wrap items-end gap-3 text-sm"
      >
        <label className="min-w-48 flex-1">
          <span className="block pb-1 text-muted">{t("staff_products.search")}</span>
          <input
            type="search"
            name="q"
            defaultValue={query}
            maxLength={200}
            autoComplete="off"
            className="input"
          />
        </label>
        <Button type="submit" kind="secondary">
          {t("staff_table.show")}
        </Button>
      </Form>
      {found.length === 0 ? (
        <p className="mt-6 text-muted">{t("staff_table.nothing_fits")}</p>
      ) : (
        <ul className="mt-4 grid gap-x-10 xl:grid-cols-2">
          {found.map((product) => (
            <li
              key={product.id}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2"
            >
              <Thumb url={product.thumbUrl} />
              <span className="min-w-32 flex-1">
                <Link to={staffPath("products", product.id)} className="link wrap-anywhere">
                  <bdi>{product.title || product.slug}</bdi>
                </Link>
              </span>
              <span className="flex gap-2">
                {CHOSEN_SHELVES.map((shelf) => (
                  <AddButton
                    key={shelf}
                    {...{ shelf, product, query, sender }}
                    seen={seen[shelf]}
                  />
                ))}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function AddButton(props: {
  shelf: ChosenShelf;
  product: StaffProductRowView;
  seen: string;
  query: string;
  sender: string | null;
}) {
  const { shelf, product, seen, query, sender } = props;
  const t = useT();
  const { id, title, slug } = product;
  const name = t(`staff_shelves.${shelf}`);
  if (seen.split(",").includes(id)) {
    return <span className="px-3 py-2 text-sm text-muted">✓ {name}</span>;
  }
  return (
    <Form method="post" action={toTablePath("/staff/shelves", { q: query })} preventScrollReset>
      <SenderField sender={sender} />
      <input type="hidden" name="shelf" value={shelf} />
      <input type="hidden" name="seen" value={seen} />
      <Button
        type="submit"
        kind="secondary"
        size="small"
        name="change"
        value={`add:${id}`}
        aria-label={t("staff_shelves.add", { title: title || slug, shelf: name })}
      >
        + {name}
      </Button>
    </Form>
  );
}
