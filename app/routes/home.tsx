import type { ReactNode } from "react";
import {
  listFeaturedProducts,
  listHeroProducts,
  listNewProducts,
  type ProductCard as ProductCardData,
} from "#app/api-client/catalog.server.ts";
import { ButtonLink } from "#app/components/button.tsx";
import { Carousel } from "#app/components/carousel.tsx";
import { Link } from "#app/components/link.tsx";
import { PageHead } from "#app/components/page-head.tsx";
import { Picture } from "#app/components/picture.tsx";
import { ProductCard } from "#app/components/product-card.tsx";
import { useT } from "#app/i18n/i18n.tsx";
import { useShell } from "#app/i18n/shell.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import { requireWebRequest } from "#app/middleware/web-context.ts";
import type { Route } from "./+types/home";

export async function loader({ context }: Route.LoaderArgs) {
  const api = getApi(context);
  // A shelf that cannot be had is left out, and logged (spec §8).
  const orNothing = (name: string, promise: Promise<ProductCardData[]>) =>
    promise.catch((error: unknown): ProductCardData[] => {
      requireWebRequest(context).logError(`${name} products could not be loaded`, error);
      return [];
    });
  const [hero, newest, featured] = await Promise.all([
    orNothing("hero", listHeroProducts(api)),
    orNothing("new", listNewProducts(api)),
    orNothing("featured", listFeaturedProducts(api)),
  ]);
  return { hero: (hero.length > 0 ? hero : newest).slice(0, 5), newest, featured };
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const t = useT();
  const { hero, newest, featured } = loaderData;
  return (
    <>
      <PageHead title={t("home.title")} description={t("home.lead")} canonical="/" />
      <Hero products={hero} />
      <ProductCarousel title={t("home.new")} products={newest} />
      <Blocks products={featured} />
      <StyleCarousel />
      <ProductCarousel title={t("home.featured")} products={featured} />
      <Manage />
    </>
  );
}

/** Words on one side; on the other five pictures hung as a curator would. */
function Hero({ products }: { products: ProductCardData[] }) {
  const t = useT();
  const places = [
    "col-span-4 row-span-4",
    "col-span-2 row-span-2",
    "col-span-2 row-span-2",
    "col-span-3 row-span-3",
    "col-span-3 row-span-3",
  ];
  return (
    <section className="page grid items-center gap-10 pt-10 pb-8 md:pt-16 lg:grid-cols-[5fr_6fr] lg:gap-16">
      <div>
        <p className="eyebrow">{t("home.eyebrow")}</p>
        <h1 className="mt-4 text-5xl sm:text-6xl xl:text-7xl">{t("home.heading")}</h1>
        <p className="mt-6 max-w-lg text-lg text-muted">{t("home.lead")}</p>
        <div className="mt-9 flex flex-wrap gap-3">
          <ButtonLink to="/products" size="large">
            {t("home.cta")}
          </ButtonLink>
          <ButtonLink to="/products?sort=best_selling" size="large" kind="secondary">
            {t("home.ctaSecond")}
          </ButtonLink>
        </div>
      </div>
      <ul className="grid aspect-[6/7] grid-cols-6 grid-rows-7 gap-2 sm:gap-3">
        {products.map((product, index) => (
          <li key={product.id} className={places[index] ?? ""}>
            <Link
              to={`/products/${product.slug}`}
              className="group block size-full overflow-hidden rounded-card"
            >
              <Picture
                picture={product.picture}
                fallbackUrl={product.imageUrl}
                alt={product.title}
                sizes={
                  index === 0 ? "(min-width: 1024px) 33vw, 62vw" : "(min-width: 1024px) 22vw, 46vw"
                }
                isFirst={index < 3}
                className="size-full object-cover transition-transform duration-700 motion-safe:group-hover:scale-[1.03]"
              />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function ProductCarousel(props: { title: string; products: ProductCardData[] }) {
  const { title, products } = props;
  const t = useT();
  if (products.length === 0) return null;
  return (
    <Carousel
      title={title}
      slideClass="w-[250px]"
      action={
        <ButtonLink to="/products" kind="quiet" size="small">
          {t("home.seeAll")}
        </ButtonLink>
      }
      slides={products.map((product) => ({
        key: product.id,
        content: <ProductCard product={product} />,
      }))}
    />
  );
}

/** Only styles that have a picture (spec §2 Home). */
function StyleCarousel() {
  const t = useT();
  const { styles } = useShell();
  const shown = styles.filter((style) => style.image_url);
  if (shown.length === 0) return null;
  return (
    <Carousel
      title={t("home.styles")}
      slideClass="w-[284px]"
      action={
        <ButtonLink to="/products" kind="secondary" size="small">
          {t("home.explore")}
        </ButtonLink>
      }
      slides={shown.map((style) => ({
        key: style.url,
        content: (
          <Link
            to={`/products?style=${style.url}`}
            className="group relative block aspect-[4/5] overflow-hidden rounded-card"
          >
            <Picture
              picture={style.picture ?? null}
              fallbackUrl={style.image_url ?? null}
              alt=""
              sizes="340px"
              className="size-full object-cover transition-transform duration-700 motion-safe:group-hover:scale-[1.03]"
            />
            <span className="absolute inset-x-0 bottom-0 bg-linear-to-t from-black/80 to-transparent px-5 pt-16 pb-4 font-display text-2xl text-white">
              {style.name ?? style.title}
            </span>
          </Link>
        ),
      }))}
    />
  );
}

function Blocks({ products }: { products: ProductCardData[] }) {
  const t = useT();
  const [first] = products;
  return (
    <section className="border-y border-line bg-surface">
      <div className="page grid items-center gap-10 py-16 md:grid-cols-2 md:py-24 lg:gap-20">
        {first ? (
          <Link to={`/products/${first.slug}`} className="block overflow-hidden rounded-card">
            <Picture
              picture={first.picture}
              fallbackUrl={first.imageUrl}
              alt={first.title}
              sizes="(min-width: 768px) 45vw, 92vw"
              className="aspect-[5/4] size-full object-cover"
            />
          </Link>
        ) : null}
        <div className="grid gap-12">
          <TextBlock title={t("home.exploreTitle")} text={t("home.exploreText")}>
            <ButtonLink to="/products" kind="secondary">
              {t("home.cta")}
            </ButtonLink>
          </TextBlock>
          <TextBlock title={t("home.boostTitle")} text={t("home.boostText")} />
        </div>
      </div>
    </section>
  );
}

function TextBlock(props: { title: string; text: string; children?: ReactNode }) {
  return (
    <div>
      <h2 className="text-3xl md:text-4xl">{props.title}</h2>
      <p className="mt-4 max-w-prose text-muted">{props.text}</p>
      {props.children ? <div className="mt-6">{props.children}</div> : null}
    </div>
  );
}

function Manage() {
  const t = useT();
  const steps = ["topUp", "buy", "download"] as const;
  return (
    <section className="page py-12 md:py-20">
      <h2 className="max-w-2xl text-3xl md:text-4xl">{t("home.manageTitle")}</h2>
      <ol className="mt-10 grid gap-8 md:grid-cols-3">
        {steps.map((step, index) => (
          <li key={step} className="border-t-2 border-ink pt-5">
            <p className="eyebrow">{index + 1}</p>
            <h3 className="mt-2 text-xl">{t(`home.manage.${step}.title`)}</h3>
            <p className="mt-2 text-muted">{t(`home.manage.${step}.text`)}</p>
          </li>
        ))}
      </ol>
      <div className="mt-10">
        <ButtonLink to="/products">{t("home.manageCta")}</ButtonLink>
      </div>
    </section>
  );
}
