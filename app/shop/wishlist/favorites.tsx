import { useEffect, useRef } from "react";
import { reasonOf } from "#app/api-client/transport/api-error.server.ts";
import type { WishlistItemView } from "#app/api-client/wishlist.server.ts";
import { useT } from "#app/i18n/i18n.tsx";
import { TextIn } from "#app/i18n/text-in.tsx";
import { loadHistoryOrMessage } from "#app/request/load-history.ts";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { GRID_SIZES, ProductCard } from "#app/ui/base/product-card.tsx";
import { WishlistButton } from "#app/ui/base/wishlist-button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { NotOffered } from "#app/ui/not-offered.tsx";
import { HistoryPager } from "#app/ui/pager.tsx";
import { FailedState } from "#app/ui/screen-state.tsx";
import type { Route } from "./+types/favorites";
import { getWishlist } from "./wishlist.server.ts";

const PATH = "/dashboard/favorite";

export async function loader({ context }: Route.LoaderArgs) {
  const { value, message, isOffered } = await loadHistoryOrMessage(
    context,
    PATH,
    (cursor) => getWishlist(context, cursor),
    (error) => reasonOf(error) ?? "wishlist_fetch_failed",
  );
  return { page: value, failure: message, isOffered };
}

/**
 * The member's favorites (spec §4 Wishlist); clicking a heart removes its product from the list.
 */
export default function Favorite({ loaderData }: Route.ComponentProps) {
  const t = useT();
  const titleRef = useRef<HTMLHeadingElement>(null);
  useFocusAfterRemoval(titleRef, loaderData.page?.items.length ?? 0);
  return (
    <section aria-labelledby="favorite-title">
      <PageTitle title={t("dashboard.favorites")} isPrivate />
      <h2 id="favorite-title" ref={titleRef} tabIndex={-1} className="sr-only">
        {t("dashboard.favorites")}
      </h2>
      <Favorites {...loaderData} />
    </section>
  );
}

function Favorites(props: Route.ComponentProps["loaderData"]) {
  const { page, failure, isOffered } = props;
  const t = useT();
  if (!isOffered) return <NotOffered />;
  if (page === null) {
    return (
      <FailedState message={failure ?? ""}>
        <ButtonLink to={PATH} kind="secondary" size="small">
          {t("dashboard.retry")}
        </ButtonLink>
      </FailedState>
    );
  }
  const { items, newer, older } = page;
  // A page whose products are all gone still has neighbours.
  if (items.length === 0 && newer === null && older === null) {
    return (
      <EmptyState drawing="favorites" title={t("wishlist.empty")} text={t("wishlist.empty_hint")}>
        <ButtonLink to="/products">{t("orders.browse")}</ButtonLink>
      </EmptyState>
    );
  }
  return (
    <>
      <ul className="gallery sm:grid-cols-[repeat(auto-fill,minmax(12.5rem,1fr))] sm:gap-x-7 sm:gap-y-12">
        {items.map((item, index) => (
          <li key={item.id} className="min-w-0">
            {item.isForSale ? (
              <ProductCard
                product={item}
                variant="large"
                sizes={GRID_SIZES}
                load={index === 0 ? "first" : "lazy"}
              />
            ) : (
              <WithdrawnCard item={item} />
            )}
          </li>
        ))}
      </ul>
      <HistoryPager path={PATH} newer={newer} older={older} />
    </>
  );
}

/** A placeholder with a name, so that nothing vanishes from the list without explanation. */
function WithdrawnCard({ item }: { item: WishlistItemView }) {
  const t = useT();
  return (
    <article className="flex w-full max-w-[310px] flex-col">
      <p className="grid aspect-square place-items-center rounded-card bg-sunken p-4 text-center text-sm text-muted">
        {t("wishlist.withdrawn")}
      </p>
      <div className="mt-3 flex items-start justify-between gap-2">
        <h3 className="text-[1.0625rem] leading-snug text-muted">
          <TextIn language={item.titleLanguage}>{item.title}</TextIn>
        </h3>
        <WishlistButton product={item} />
      </div>
    </article>
  );
}

/**
 * The focus is lost with a removed card; the list's heading receives it, for keyboards and screen
 * readers.
 */
function useFocusAfterRemoval(ref: React.RefObject<HTMLElement | null>, count: number): void {
  const before = useRef(count);
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (count < before.current && isLost) ref.current?.focus();
    before.current = count;
  }, [ref, count]);
}
