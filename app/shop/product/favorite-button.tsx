import type { ProductView } from "#app/api-client/catalog.server.ts";
import { useT } from "#app/i18n/i18n.tsx";
import { WishlistButton } from "#app/ui/base/wishlist-button.tsx";

/** Adds the product to the favorites (spec §2 Product detail), for its owners as well. */
export function FavoriteButton({ product }: { product: ProductView }) {
  const t = useT();
  return (
    // Toasts appear at the top (spec §2 Toasts), so this is placed below them.
    <div id="buy" className="mt-3 grid scroll-mt-28">
      <WishlistButton
        product={product}
        place="buy"
        className="inline-flex min-h-13 w-full items-center justify-center gap-2 border border-control font-medium hover:border-ink"
      >
        {t("wishlist.favorite")}
      </WishlistButton>
    </div>
  );
}
