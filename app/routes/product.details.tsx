import type { ProductView } from "#app/api-client/catalog.server.ts";
import { ButtonLink } from "#app/components/button.tsx";
import { HeartButton } from "#app/components/heart-button.tsx";
import { Icon } from "#app/components/icon.tsx";
import { Link } from "#app/components/link.tsx";
import { Picture } from "#app/components/picture.tsx";
import { useFormat, useT } from "#app/i18n/i18n.tsx";
import { useShell } from "#app/i18n/shell.ts";
import { internalToEur } from "#domain/money.ts";

export function Breadcrumbs({ product }: { product: ProductView }) {
  const t = useT();
  const { category } = product;
  const steps = [
    { to: "/products", text: t("products.title") },
    ...(category ? [{ to: `/products?category=${category.url}`, text: category.title }] : []),
  ];
  return (
    <nav aria-label={t("product.breadcrumbs")} className="mb-6 text-sm text-muted">
      <ol className="flex flex-wrap items-center gap-1.5">
        {steps.map(({ to, text }) => (
          <li key={to} className="flex items-center gap-1.5">
            <Link to={to} className="inline-flex min-h-8 items-center hover:underline">
              {text}
            </Link>
            <Icon name="right" className="size-3.5" />
          </li>
        ))}
        <li aria-current="page" className="text-ink">
          {product.title}
        </li>
      </ol>
    </nav>
  );
}

/** The picture, and all that a buyer wants to know. The prompt itself is nowhere. */
export function Details(props: { product: ProductView; ownedOrderId: string | null }) {
  const { product, ownedOrderId } = props;
  const t = useT();
  const format = useFormat();
  const { eurRateBasisPoints } = useShell();
  return (
    <div className="grid gap-8 lg:grid-cols-[7fr_5fr] lg:gap-16">
      <div className="overflow-hidden rounded-card bg-sunken">
        <Picture
          picture={product.picture}
          fallbackUrl={product.imageUrl}
          alt={t("product.pictureAlt", { title: product.title })}
          sizes="(min-width: 1024px) 56vw, 94vw"
          isFirst
          className="aspect-square size-full object-cover"
        />
      </div>
      <div className="lg:sticky lg:top-24 lg:self-start">
        <h1 className="text-4xl md:text-5xl">{product.title}</h1>
        <p className="mt-4 max-w-prose text-lg text-muted">{product.description}</p>
        <p className="mt-8 flex flex-wrap items-baseline gap-x-3">
          <span className="font-display text-4xl tabular-nums">
            {format.credits(product.priceCents)}
          </span>
          <span className="text-muted">
            {t("product.inEuro", {
              price: format.money(internalToEur(product.priceCents, eurRateBasisPoints)),
            })}
          </span>
        </p>
        <div id="buy" className="mt-6 grid gap-3">
          <BuyButton product={product} ownedOrderId={ownedOrderId} />
          <HeartButton product={product} place="buy" hasText />
        </div>
        <Facts product={product} />
      </div>
    </div>
  );
}

function BuyButton(props: { product: ProductView; ownedOrderId: string | null }) {
  const { product, ownedOrderId } = props;
  const t = useT();
  if (ownedOrderId !== null) {
    return (
      <div className="card flex flex-wrap items-center gap-4 p-4">
        <p className="flex flex-1 items-center gap-2 font-medium text-positive">
          <Icon name="check" />
          {t("product.owned")}
        </p>
        <ButtonLink to={`/dashboard?order=${ownedOrderId}`} kind="secondary">
          {t("product.toOrder")}
        </ButtonLink>
      </div>
    );
  }
  return (
    <ButtonLink
      to={`/products/${product.slug}?buy=1`}
      size="large"
      className="w-full"
      preventScrollReset
    >
      {t("product.buy")}
    </ButtonLink>
  );
}

function Facts({ product }: { product: ProductView }) {
  const t = useT();
  const { settings } = useShell();
  const sizes = settings.sizes ?? [];
  const formats = (settings.formats ?? []).map((format) => format.toUpperCase());
  return (
    <dl className="mt-9 grid gap-5 border-t border-line pt-6">
      <Fact term={t("product.zip")}>
        {t("product.zipText", {
          formats: formats.join(", "),
          sizes: sizes.join(", ").replaceAll("x", " × "),
          count: product.promptWords ?? 0,
        })}
      </Fact>
      <Fact term={t("product.licence")}>{t("product.licenceText")}</Fact>
      <Fact term={t("product.made")}>{t("product.madeText")}</Fact>
      {product.styles.length > 0 ? (
        <Fact term={t("product.style")}>
          <span className="flex flex-wrap gap-x-4">
            {product.styles.map((style) => (
              <Link key={style.url} to={`/products?style=${style.url}`} className="link">
                {style.title}
              </Link>
            ))}
          </span>
        </Fact>
      ) : null}
    </dl>
  );
}

function Fact({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div className="grid gap-1 sm:grid-cols-[8rem_1fr] sm:gap-4">
      <dt className="text-sm font-medium">{term}</dt>
      <dd className="text-sm text-muted">{children}</dd>
    </div>
  );
}
