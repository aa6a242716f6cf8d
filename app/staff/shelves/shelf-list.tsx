import type { ShelfView } from "#app/api-client/staff/shelves.server.ts";
import { SenderField } from "#app/forms/use-app-form.tsx";
import { useT } from "#app/i18n/i18n.tsx";
import { staffPath } from "#app/staff/table/staff-path.ts";
import { toTablePath } from "#app/staff/table/table-path.ts";
import { Thumb } from "#app/staff/thumb.tsx";
import { Button } from "#app/ui/base/button.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import { Form, Link } from "#app/ui/base/link.tsx";
import type { ChosenShelf } from "#domain/shelves.ts";

/** One shelf of the home page in order; without a choice, the fallback shown by the shop. */
export function ShelfList(props: {
  name: ChosenShelf;
  shelf: ShelfView;
  query: string;
  sender: string | null;
}) {
  const { name, shelf, query, sender } = props;
  const t = useT();
  const { chosen, fallback } = shelf;
  const isShown = chosen.some(({ status }) => status === "published");
  const titleId = `shelf-${name}`;
  return (
    <section aria-labelledby={titleId} className="card min-w-0 p-5">
      <h2 id={titleId} className="text-xl">
        {t(`staff_shelves.${name}`)}
      </h2>
      <p className="mt-1 text-sm text-muted">{t(`staff_shelves.${name}_hint`)}</p>
      {chosen.length > 0 ? (
        <Form method="post" action={toTablePath("/staff/shelves", { q: query })} preventScrollReset>
          <SenderField sender={sender} />
          <input type="hidden" name="shelf" value={name} />
          <input type="hidden" name="seen" value={chosen.map(({ id }) => id).join(",")} />
          <ol className="mt-4 divide-y divide-line border-y border-line">
            {chosen.map((product, index) => (
              <ChosenProduct
                key={product.id}
                product={product}
                isFirst={index === 0}
                isLast={index === chosen.length - 1}
              />
            ))}
          </ol>
        </Form>
      ) : null}
      {isShown ? null : <Fallback products={fallback} />}
    </section>
  );
}

function ChosenProduct(props: {
  product: ShelfView["chosen"][number];
  isFirst: boolean;
  isLast: boolean;
}) {
  const { product, isFirst, isLast } = props;
  const t = useT();
  const { id, title, status, thumbUrl } = product;
  const button = (change: "up" | "down" | "remove", isOff: boolean, icon: "down" | "close") => (
    <Button
      type="submit"
      kind="quiet"
      size="small"
      name="change"
      value={`${change}:${id}`}
      aria-label={t(`staff_shelves.${change}`, { title })}
      disabled={isOff}
      className="min-h-11 min-w-11 px-0 disabled:invisible"
    >
      <Icon name={icon} className={`size-5 ${change === "up" ? "rotate-180" : ""}`} />
    </Button>
  );
  return (
    <li className="flex items-center gap-3 py-2">
      <Thumb url={thumbUrl} />
      <span className="min-w-0 flex-1">
        <Link to={staffPath("products", id)} className="link font-medium wrap-anywhere">
          <bdi>{title}</bdi>
        </Link>
        {status === "published" ? null : (
          <span className="block text-sm text-warning">
            {t("shell.labelled", {
              label: t(`staff_products.status_${status}`),
              text: t("staff_shelves.left_out"),
            })}
          </span>
        )}
      </span>
      <span className="flex flex-none">
        {button("up", isFirst, "down")}
        {button("down", isLast, "down")}
        {button("remove", false, "close")}
      </span>
    </li>
  );
}

function Fallback({ products }: { products: ShelfView["fallback"] }) {
  const t = useT();
  return (
    <div className="mt-4">
      <p className="text-sm">
        {t(products.length > 0 ? "staff_shelves.fallback" : "staff_shelves.fallback_newest")}
      </p>
      <ul className="mt-3 flex flex-wrap gap-2">
        {products.map(({ id, title, thumbUrl }) => (
          <li key={id}>
            <Link to={staffPath("products", id)} aria-label={title} className="block">
              <Thumb url={thumbUrl} />
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
