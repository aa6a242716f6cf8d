import type { ProductCard as ProductCardData } from "#app/api-client/catalog.server.ts";
import { useT } from "#app/i18n/i18n.tsx";
import { TextIn, TitleSentence } from "#app/i18n/text-in.tsx";
import { Credits } from "./credits.tsx";
import { Link } from "./link.tsx";
import { Picture, type PictureLoad } from "./picture.tsx";
import { WishlistButton } from "./wishlist-button.tsx";

/** An image in the gallery (spec §2 Product card): 250 px, or 310 px if large; a single link. */
export function ProductCard(props: {
  product: ProductCardData;
  variant?: "default" | "large";
  sizes?: string;
  load?: PictureLoad;
  /** The card's id on its page, to which a heart returns without scripts. */
  place?: string;
}) {
  const { product, variant = "default", sizes, load, place } = props;
  const t = useT();
  const fallbackUrl = product.thumbUrl ?? product.imageUrl;
  return (
    <article
      id={place}
      className={variant === "large" ? "product-card" : "product-card max-w-[250px]"}
    >
      <div className="product-image">
        {product.picture || fallbackUrl ? (
          <Picture
            picture={product.picture}
            fallbackUrl={fallbackUrl}
            alt=""
            sizes={sizes ?? (variant === "large" ? "310px" : "250px")}
            load={load}
          />
        ) : (
          <p className="grid size-full place-items-center text-sm text-muted">
            {t("product.noImage")}
          </p>
        )}
      </div>
      <div className="product-text">
        <h3>
          <TextIn language={product.titleLanguage}>{product.title}</TextIn>
        </h3>
        <div className="product-row">
          <p className="price">
            <Credits cents={product.priceCents} />
          </p>
          <WishlistButton product={product} place={place} />
        </div>
        {/* A single link: it covers the card, but not the heart. */}
        <DetailsLink product={product} />
      </div>
    </article>
  );
}

/** Its name includes the title, in an element of its own if that is in another language. */
function DetailsLink({ product: { slug, title, titleLanguage } }: { product: ProductCardData }) {
  const t = useT();
  const label = t("product.details");
  const isOwn = titleLanguage === undefined;
  return (
    <Link
      to={`/products/${slug}`}
      aria-label={isOwn ? t("shell.labelled", { label, text: title }) : undefined}
      className="product-link"
    >
      {label}
      {isOwn ? null : (
        <span className="sr-only">
          <TitleSentence
            text="shell.labelled"
            values={{ label: "" }}
            name="text"
            title={title}
            language={titleLanguage}
          />
        </span>
      )}
    </Link>
  );
}

/** Image width in a grid: two per row on a phone, between the page's gutters. */
export const GRID_SIZES = "(min-width: 640px) 290px, calc(50vw - 28px)";

/** Cards in rows at their natural width. */
export function ProductGrid(props: { products: ProductCardData[]; isFirstView?: boolean }) {
  const { products, isFirstView = false } = props;
  return (
    <ul className="gallery">
      {products.map((product, index) => (
        <li key={product.id}>
          <ProductCard
            product={product}
            variant="large"
            sizes={GRID_SIZES}
            load={isFirstView && index === 0 ? "first" : "lazy"}
            place={`product-${product.id}`}
          />
        </li>
      ))}
    </ul>
  );
}
