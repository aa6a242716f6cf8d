import type { ReactNode } from "react";
import type { ProductView } from "#app/api-client/catalog.server.ts";
import { useLocale, useT } from "#app/i18n/i18n.tsx";
import { toCheckoutPath } from "#app/i18n/paths.ts";
import { languageProps, TextIn } from "#app/i18n/text-in.tsx";
import { joinList, type Translate } from "#app/i18n/translate.ts";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { Credits } from "#app/ui/base/credits.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import { useLayoutData } from "#app/ui/base/layout-data.ts";
import { Link } from "#app/ui/base/link.tsx";
import { Picture } from "#app/ui/base/picture.tsx";
import { PriceInEuro } from "#app/ui/base/price-in-euro.tsx";
import { FavoriteButton } from "./favorite-button.tsx";

/** Formats and sizes as text, and the default file's extension. */
type Choices = { ending: string; formats: string; sizes: string };

export function Breadcrumbs(props: {
  title: string;
  titleLanguage: string | undefined;
  category?: ProductView["category"];
}) {
  const { title, titleLanguage, category } = props;
  const t = useT();
  const steps = [
    { to: "/", text: t("shell.homeLink"), language: undefined },
    { to: "/products", text: t("products.title"), language: undefined },
    ...(category
      ? [
          {
            to: `/products?category=${category.url}`,
            text: category.title,
            language: category.titleLanguage,
          },
        ]
      : []),
  ];
  return (
    <nav aria-label={t("product.breadcrumbs")} className="mb-3 text-sm text-muted md:mb-6">
      {/* One row, if it fits; on phones without its ends: the logo links home, and the title is
          below. */}
      <ol className="flex items-center gap-1.5 whitespace-nowrap max-sm:flex-wrap">
        {steps.map(({ to, text, language }, index) => (
          <li
            key={to}
            className={`flex min-w-10 items-center gap-1.5 ${index === 0 ? "max-sm:hidden" : ""}`}
          >
            <Link
              to={to}
              {...languageProps(language)}
              className="min-h-8 truncate leading-8 hover:underline"
            >
              {text}
            </Link>
            <Icon
              name="right"
              className={`size-3.5 ${index === steps.length - 1 ? "max-sm:hidden" : ""}`}
            />
          </li>
        ))}
        <li
          aria-current="page"
          {...languageProps(titleLanguage)}
          className="min-w-10 shrink-[1000] truncate text-ink max-sm:sr-only"
        >
          {title}
        </li>
      </ol>
    </nav>
  );
}

/**
 * The image, its price or, once owned, the possible actions (`panel`), and all other information
 * for buyers. The prompt itself is never included.
 */
export function Details(props: {
  product: ProductView;
  choices: Choices;
  isOwned: boolean;
  panel: ReactNode;
}) {
  const { product, choices, isOwned, panel } = props;
  return (
    <>
      <div className="grid gap-x-16 gap-y-5 md:gap-y-8 lg:grid-cols-[7fr_5fr]">
        <LargeImage product={product} />
        <div>
          <h1 {...languageProps(product.titleLanguage)} className="text-3xl md:text-5xl">
            {product.title}
          </h1>
          <p
            {...languageProps(product.descriptionLanguage)}
            className="mt-3 max-w-prose md:mt-4 md:text-lg text-muted"
          >
            {product.description}
          </p>
          {panel}
        </div>
      </div>
      <div className="mt-12 grid gap-10 border-t border-line pt-10 sm:grid-cols-2 md:mt-16 md:pt-12 xl:grid-cols-4">
        <Received product={product} choices={choices} />
        {product.licence ? <Licence /> : null}
        {isOwned ? null : <More choices={choices} />}
        <About product={product} />
      </div>
    </>
  );
}

/**
 * On phones 2 % less than the actual width: then 640 px suffice, while the next size would be twice
 * as heavy.
 */
const IMAGE_SIZES = "(min-width: 1024px) 56vw, calc(100vw - 3rem)";

/** A link to the same image in full size: `?picture=1`. */
function LargeImage({ product }: { product: ProductView }) {
  const t = useT();
  const locale = useLocale();
  const frame = "block aspect-square overflow-hidden rounded-card bg-sunken";
  if (!product.picture && !product.imageUrl) {
    return <p className={`${frame} grid place-items-center text-muted`}>{t("product.noImage")}</p>;
  }
  return (
    <Link
      id="picture-link"
      to={`/products/${product.slug}?picture=1`}
      preventScrollReset
      className={`${frame} cursor-zoom-in`}
    >
      <Picture
        picture={product.picture}
        fallbackUrl={product.imageUrl}
        alt={describeImage(t, locale, product)}
        sizes={IMAGE_SIZES}
        load="first"
        className="size-full object-cover"
      />
      <span className="sr-only">{t("product.enlarge")}</span>
    </Link>
  );
}

/** Describes the seller and, as a text alternative, the image's content. */
function describeImage(t: Translate, locale: string, { title, motifs }: ProductView): string {
  const whose = t("product.pictureAlt", { title });
  if (motifs.length === 0) return whose;
  const what = t("shell.labelled", { label: t("product.motifs"), text: joinList(locale, motifs) });
  return `${whose}. ${what}`;
}

/**
 * The price in both currencies, Buy, and up to three lines about what is included. No Buy if it is
 * unknown whether the member already owns it.
 */
export function BuyPanel({ product, isUnknown }: { product: ProductView; isUnknown: boolean }) {
  const t = useT();
  const { eurRateBasisPoints } = useLayoutData().settings;
  const lines = [t("product.promiseZip"), t("product.promiseMore"), t("product.promiseUse")];
  return (
    <>
      <div className="buy-bar mt-6 lg:mt-8">
        <p className="flex flex-col items-baseline gap-x-3 whitespace-nowrap lg:flex-row lg:flex-wrap">
          <span className="font-display text-xl tabular-nums lg:text-4xl">
            <Credits cents={product.priceCents} />
          </span>
          <PriceInEuro
            priceCents={product.priceCents}
            rateBasisPoints={eurRateBasisPoints}
            className="text-sm text-muted lg:text-base"
          />
        </p>
        {isUnknown ? (
          <p role="alert" className="border-s-4 border-s-warning ps-4 lg:mt-6">
            {t("errors.orders_fetch_failed")}
          </p>
        ) : product.isForSale ? (
          <ButtonLink
            id="buy-link"
            to={toCheckoutPath(product.slug)}
            size="large"
            className="max-lg:grow max-lg:px-3 lg:mt-6 lg:w-full"
            preventScrollReset
          >
            {t("product.buy")}
          </ButtonLink>
        ) : (
          <p className="border-s-4 border-s-control ps-4 lg:mt-6">{t("product.notForSale")}</p>
        )}
      </div>
      <FavoriteButton product={product} />
      <ul className="mt-6 grid gap-2.5">
        {lines.filter(Boolean).map((line) => (
          <li key={line} className="flex gap-3">
            <Icon name="check" className="mt-0.5 size-5" />
            {line}
          </li>
        ))}
      </ul>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-3 text-2xl">{title}</h2>
      {children}
    </section>
  );
}

/** The files of the zip. */
function Received({ product, choices }: { product: ProductView; choices: Choices }) {
  const t = useT();
  const files = [
    { ending: choices.ending, text: t("product.zipPicture", choices) },
    {
      ending: "txt",
      text: product.promptWords
        ? t("product.zipPrompt", { count: product.promptWords })
        : t("product.zipPlain"),
    },
  ];
  return (
    <Part title={t("product.zip")}>
      <dl className="grid gap-3">
        {files.map(({ ending, text }) => (
          <div key={ending} className="border-s border-control ps-4">
            <dt className="font-medium wrap-anywhere">
              <bdi dir="ltr">
                {product.slug}.{ending}
              </bdi>
            </dt>
            <dd className="text-muted">{text}</dd>
          </div>
        ))}
      </dl>
    </Part>
  );
}

/** Free new images once it is owned; owners have a button for them. */
function More({ choices }: { choices: Choices }) {
  const t = useT();
  return (
    <Part title={t("product.more")}>
      <p className="text-muted">{t("product.moreText", choices)}</p>
    </Part>
  );
}

const TERMS = [
  { name: "product.may", terms: ["product.mayUse", "product.mayChange", "product.mayMake"] },
  { name: "product.mayNot", terms: ["product.mayNotResell"] },
] as const;

function Licence() {
  const t = useT();
  return (
    <Part title={t("product.licence")}>
      {TERMS.map(({ name, terms }) => (
        <div key={name} className="mb-4">
          <h3 className="mb-1.5 font-sans font-medium tracking-normal">{t(name)}</h3>
          <ul className="grid gap-1 text-muted">
            {terms.map((term) => (
              <li key={term} className="flex gap-2.5">
                <Icon name={name === "product.may" ? "check" : "close"} className="mt-1 size-4" />
                {t(term)}
              </li>
            ))}
          </ul>
        </div>
      ))}
      <Link to="/page/licence" className="link inline-flex min-h-8 items-center">
        {t("product.licenceWhole")}
      </Link>
    </Part>
  );
}

function About({ product }: { product: ProductView }) {
  const t = useT();
  const { settings } = useLayoutData();
  const { category, styles, motifs, motifsLanguage, imageSource } = product;
  const toLink = (
    query: string,
    group: { url: string; title: string; titleLanguage: string | undefined },
  ) => (
    <Link
      key={group.url}
      to={`/products?${query}=${encodeURIComponent(group.url)}`}
      className="link me-4 inline-block min-w-6"
    >
      <TextIn language={group.titleLanguage}>{group.title}</TextIn>
    </Link>
  );
  return (
    <Part title={t("product.about")}>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5">
        {styles.length > 0 ? (
          <>
            <dt className="text-muted">{t("product.style")}</dt>
            <dd>{styles.map((style) => toLink("style", style))}</dd>
          </>
        ) : null}
        {category ? (
          <>
            <dt className="text-muted">{t("product.category")}</dt>
            <dd>{toLink("category", category)}</dd>
          </>
        ) : null}
        {motifs.length > 0 ? (
          <>
            <dt className="text-muted">{t("product.motifs")}</dt>
            <dd>
              {motifs.map((title) =>
                toLink("search", { url: title, title, titleLanguage: motifsLanguage }),
              )}
            </dd>
          </>
        ) : null}
      </dl>
      <p className="mt-3 text-muted">
        {t(imageSource === "ai" ? "product.madeByAi" : "product.madeText")}
      </p>
      {settings.hasNotices ? (
        <Link
          to={`/report-content?product=${product.slug}`}
          className="link inline-flex min-h-8 items-center text-sm text-muted"
        >
          {t("notice.title")}
        </Link>
      ) : null}
    </Part>
  );
}
