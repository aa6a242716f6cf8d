import {
  listFeaturedProducts,
  listHeroProducts,
  listNewProducts,
  listStyles,
  type ProductCard as ProductCardData,
  type StyleView,
} from "#app/api-client/catalog.server.ts";
import { useT } from "#app/i18n/i18n.tsx";
import { TextIn } from "#app/i18n/text-in.tsx";
import { getApi } from "#app/middleware/session-relay.ts";
import { orElse, orNull } from "#app/request/or-null.ts";
import { describeOrganization, describeWebSite, writeJsonLd } from "#app/shop/json-ld.ts";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { Credits } from "#app/ui/base/credits.tsx";
import { useLayoutData } from "#app/ui/base/layout-data.ts";
import { lazyPart } from "#app/ui/base/lazy-part.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { PageHead } from "#app/ui/base/page-head.tsx";
import { Picture } from "#app/ui/base/picture.tsx";
import { ProductCard } from "#app/ui/base/product-card.tsx";
import type { Route } from "./+types/home";
import { Carousel } from "./carousel.tsx";
import { BLOCK_IMAGES, pickShelves } from "./shelves.ts";

// Below the fold: in the server's HTML, and for browsers a separate file.
const ExploreBlocks = lazyPart(async () => (await import("./lower-sections.tsx")).ExploreBlocks);
const BuyAndSell = lazyPart(async () => (await import("./lower-sections.tsx")).BuyAndSell);

export async function loader({ context }: Route.LoaderArgs) {
  const api = getApi(context);
  // A shelf that cannot be loaded is omitted, and logged (spec §8).
  const orNothing = (name: string, products: Promise<ProductCardData[]>) =>
    orElse(context, `${name} products`, products, []);
  const [hero, newest, featured, styles] = await Promise.all([
    orNothing("hero", listHeroProducts(api)),
    orNothing("new", listNewProducts(api)),
    orNothing("featured", listFeaturedProducts(api)),
    orNull(context, "styles", listStyles(api)),
  ]);
  return { ...pickShelves({ hero, newest, featured }), styles: toShownStyles(styles ?? []) };
}

/** Only styles with an image (spec §2 Home). */
const toShownStyles = (styles: StyleView[]) =>
  styles.flatMap(({ url, name, titleLanguage, picture, imageUrl }) =>
    imageUrl ? [{ url, name, titleLanguage, picture, imageUrl: picture ? null : imageUrl }] : [],
  );

export default function Home({ loaderData }: Route.ComponentProps) {
  const t = useT();
  const { hero, newest, featured, styles } = loaderData;
  const shell = useLayoutData();
  return (
    <>
      <PageHead
        title={t("home.title")}
        description={t("home.lead")}
        canonical="/"
        scripts="touch"
        jsonLd={
          import.meta.env.SSR
            ? writeJsonLd([
                describeOrganization(
                  shell,
                  shell.socialLinks.map(({ url }) => url),
                ),
                describeWebSite(shell),
              ])
            : ""
        }
      />
      <Hero products={hero} />
      <ProductCarousel title={t("home.new")} shelf="new" products={newest} />
      <ExploreBlocks products={featured.slice(0, BLOCK_IMAGES)} />
      <div className="far">
        <StyleCarousel styles={styles} />
      </div>
      <div className="far">
        <ProductCarousel
          title={t("home.featured")}
          shelf="featured"
          products={featured.slice(BLOCK_IMAGES)}
        />
      </div>
      <BuyAndSell />
    </>
  );
}

/** Five images along one line, as in a gallery: three above it, two below. */
const GALLERY = [
  "col-[4/9] row-[1/6]",
  "col-[1/4] row-[3/6]",
  "col-[9/11] row-[4/6]",
  "col-[2/5] row-[6/9]",
  "col-[5/9] row-[6/10]",
] as const;

/** Width of each in columns, out of ten. */
const GALLERY_COLUMNS = [5, 3, 2, 3, 4];
/** Minimum width at which an image shows its caption; screen readers always get it. */
const GALLERY_CAPTIONS = [
  "max-sm:sr-only",
  "max-xl:sr-only",
  "sr-only",
  "max-xl:sr-only",
  "max-sm:sr-only",
];
const toGallerySizes = (columns: number) =>
  [
    `(min-width: 1312px) ${columns * 70}px`,
    `(min-width: 1024px) ${columns * 5.4}vw`,
    `calc(${columns * 10}vw - ${columns * 2.8 + 12}px)`,
  ].join(", ");

function Hero({ products }: { products: ProductCardData[] }) {
  const t = useT();
  return (
    <section className="page grid items-center gap-x-10 gap-y-12 pt-10 pb-10 md:pt-14 lg:grid-cols-[5fr_7fr] lg:pb-16">
      <div>
        {/* Smaller if the longest word of a language is wider than the column. */}
        <h1 className="text-[clamp(2.5rem,1.3rem+5vw,5.25rem)] leading-[1.02] tracking-[-0.028em] lg:[&:lang(it)]:text-[min(6.6vw,5.25rem)] lg:[&:lang(uk)]:text-[min(4.9vw,4.5rem)]">
          {t("home.heading")}
        </h1>
        <p className="mt-6 max-w-lg text-lg text-muted md:text-xl">{t("home.lead")}</p>
        <div className="mt-9 flex flex-wrap gap-3">
          <ButtonLink to="/products" size="large">
            {t("home.cta")}
          </ButtonLink>
          <ButtonLink to="/products?sort=best_selling" size="large" kind="secondary">
            {t("home.ctaSecond")}
          </ButtonLink>
        </div>
      </div>
      <ul className="-mx-1.5 grid aspect-[10/9] grid-cols-10 grid-rows-9 sm:-mx-2.5">
        {products.map((product, index) => (
          <li key={product.id} className={`p-1.5 sm:p-2.5 ${GALLERY[index] ?? "hidden"}`}>
            <Link to={`/products/${product.slug}`} className="group relative block size-full">
              <Picture
                picture={product.picture}
                fallbackUrl={product.imageUrl}
                alt=""
                sizes={toGallerySizes(GALLERY_COLUMNS[index] ?? 0)}
                load={index === 0 ? "first" : "lazy"}
                className="size-full object-cover"
              />
              <span
                className={`absolute start-0 bottom-0 max-w-[92%] bg-canvas pe-3 pt-2 text-sm leading-snug group-hover:underline decoration-1 underline-offset-4 ${GALLERY_CAPTIONS[index] ?? ""}`}
              >
                <TextIn language={product.titleLanguage}>{product.title}</TextIn>{" "}
                {/* Beside a title there is only space for it in the large ones. */}
                <span
                  className={
                    (GALLERY_COLUMNS[index] ?? 0) < 4
                      ? "sr-only"
                      : "whitespace-nowrap text-muted tabular-nums"
                  }
                >
                  <Credits cents={product.priceCents} />
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function ProductCarousel(props: { title: string; shelf: string; products: ProductCardData[] }) {
  const { title, shelf, products } = props;
  const t = useT();
  if (products.length === 0) return null;
  return (
    <Carousel
      title={title}
      slideClass="w-[250px]"
      action={
        <ButtonLink to="/products" kind="quiet" size="small" className="px-0">
          {t("home.seeAll")}
        </ButtonLink>
      }
      slides={products.map((product) => ({
        key: product.id,
        content: <ProductCard product={product} place={`${shelf}-${product.id}`} />,
      }))}
    />
  );
}

function StyleCarousel({ styles }: { styles: ReturnType<typeof toShownStyles> }) {
  const t = useT();
  if (styles.length === 0) return null;
  return (
    <Carousel
      title={t("home.styles")}
      slideClass="w-[284px]"
      action={
        <ButtonLink to="/products" kind="secondary" size="small">
          {t("home.explore")}
        </ButtonLink>
      }
      slides={styles.map((style) => ({
        key: style.url,
        content: (
          <Link
            to={`/products?style=${style.url}`}
            className="group relative block aspect-[4/5] overflow-hidden"
          >
            <Picture
              picture={style.picture}
              fallbackUrl={style.imageUrl}
              alt=""
              sizes="340px"
              className="size-full object-cover transition-transform duration-700 motion-safe:group-hover:scale-[1.03]"
            />
            <span className="absolute bottom-0 start-0 max-w-[85%] bg-canvas pe-5 pt-3 font-display text-xl group-hover:underline decoration-1 underline-offset-4">
              <TextIn language={style.titleLanguage}>{style.name}</TextIn>
            </span>
          </Link>
        ),
      }))}
    />
  );
}
