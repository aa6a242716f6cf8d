import { listStaffProducts } from "#app/api-client/staff/products.server.ts";
import { arrangeShelf, listShelves, type ShelfView } from "#app/api-client/staff/shelves.server.ts";
import { useT } from "#app/i18n/i18n.tsx";
import { requireStaff } from "#app/middleware/guards.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { ifOffered } from "#app/staff/if-offered.server.ts";
import { revalidatePosted } from "#app/staff/revalidate-posted.ts";
import { readTableQuery, toTablePath } from "#app/staff/table/table-path.ts";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { CHOSEN_SHELVES, type ChosenShelf, changeShelf, SHELF_SIZE_MAX } from "#domain/shelves.ts";
import type { Route } from "./+types/staff-shelves";
import { ProductFinder } from "./product-finder.tsx";
import { ShelfList } from "./shelf-list.tsx";
import { shelfForm } from "./staff-shelves.server.ts";

const PATH = "/staff/shelves";
const FOUND_MAX = 12;

export async function loader({ context }: Route.LoaderArgs) {
  const { id } = await requireStaff(context, "catalogue");
  const api = getApi(context);
  const { q = "" } = readTableQuery(getUrl(context).searchParams, ["q"]);
  const [shelves, list] = await Promise.all([
    listShelves(api),
    ifOffered(listStaffProducts(api, { status: "published", search: q })),
  ]);
  return { shelves, found: list?.products.slice(0, FOUND_MAX) ?? [], q, sender: id };
}

/** Adds, moves or removes one product; the search stays unchanged. */
export async function action({ request, context }: Route.ActionArgs) {
  await requireStaff(context, "catalogue");
  const path = toTablePath(PATH, readTableQuery(getUrl(context).searchParams, ["q"]));
  const toError = (key: string) => redirectTo(context, path, { kind: "error", key });
  return shelfForm.handle(
    { request, context },
    async ({ shelf, change, seen }, api) => {
      const ids = changeShelf(seen, change.change, change.product);
      if (ids.length > SHELF_SIZE_MAX) return toError("staff_shelves.full");
      await arrangeShelf(api, shelf, { ids, seen });
      return redirectTo(context, path, { kind: "success", key: "staff_products.saved" });
    },
    { shelf_changed: () => toError("errors.shelf_changed") },
  );
}

export const shouldRevalidate = revalidatePosted;

/** The home page's hero and featured products: to choose, order, search and add. */
export default function StaffShelves({ loaderData }: Route.ComponentProps) {
  const t = useT();
  const { shelves, found, q, sender } = loaderData;
  const title = t("staff_shelves.title");
  return (
    <section aria-labelledby="shelves-title">
      <PageTitle title={title} isPrivate />
      <h1 id="shelves-title" className="text-2xl">
        {title}
      </h1>
      <p className="mt-2 max-w-prose text-muted">{t("staff_shelves.lead")}</p>
      <div className="mt-6 grid items-start gap-6 xl:grid-cols-2">
        {CHOSEN_SHELVES.map((name) => (
          <ShelfList key={name} name={name} shelf={shelves[name]} query={q} sender={sender} />
        ))}
      </div>
      <ProductFinder path={PATH} query={q} found={found} seen={toSeen(shelves)} sender={sender} />
    </section>
  );
}

const toIds = ({ chosen }: ShelfView) => chosen.map(({ id }) => id).join(",");
const toSeen = (shelves: Record<ChosenShelf, ShelfView>) => ({
  hero: toIds(shelves.hero),
  featured: toIds(shelves.featured),
});
