import type { ReactNode } from "react";
import type { ProductCard as ProductCardData } from "#app/api-client/catalog.server.ts";
import { useT } from "#app/i18n/i18n.tsx";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { Picture } from "#app/ui/base/picture.tsx";
import { OFFER_REPLY_BUSINESS_DAYS } from "#domain/offers.ts";

// The static lower part of home: a browser fetches its code last.

export function ExploreBlocks({ products }: { products: ProductCardData[] }) {
  const t = useT();
  const [first, second] = products;
  return (
    <section className="my-6 bg-sunken">
      <div className="page grid gap-y-12 py-12 md:gap-y-16 md:py-16">
        <div className="grid items-center gap-8 md:grid-cols-[7fr_5fr] md:gap-16">
          <BlockImage product={first} className="aspect-[5/4]" />
          <TextBlock title={t("home.exploreTitle")} text={t("home.exploreText")}>
            <ButtonLink to="/products" kind="secondary">
              {t("home.cta")}
            </ButtonLink>
          </TextBlock>
        </div>
        <div className="grid items-center gap-8 md:grid-cols-[5fr_4fr] md:gap-16 md:ps-[8%]">
          <TextBlock title={t("home.boostTitle")} text={t("home.boostText")} />
          <BlockImage product={second} className="aspect-square md:order-last" />
        </div>
      </div>
    </section>
  );
}

function BlockImage(props: { product: ProductCardData | undefined; className: string }) {
  const { product, className } = props;
  if (!product) return null;
  return (
    <Link to={`/products/${product.slug}`} className="block">
      <Picture
        picture={product.picture}
        fallbackUrl={product.imageUrl}
        alt={product.title}
        altLanguage={product.titleLanguage}
        sizes="(min-width: 768px) 52vw, calc(100vw - 3rem)"
        className={`w-full object-cover ${className}`}
      />
    </Link>
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

/** How buying works, and that selling is possible too. */
export function BuyAndSell() {
  return (
    <>
      <Manage />
      <Sell />
    </>
  );
}

function Manage() {
  const t = useT();
  const steps = ["topUp", "buy", "download"] as const;
  return (
    <section className="page py-10 md:py-14">
      <h2 className="max-w-2xl text-3xl md:text-4xl">{t("home.manageTitle")}</h2>
      <ol className="mt-10 grid gap-8 md:grid-cols-3">
        {steps.map((step, index) => (
          <li key={step} className="border-t border-ink pt-5">
            <p className="font-display text-4xl text-muted tabular-nums" aria-hidden="true">
              {index + 1}
            </p>
            <h3 className="mt-4 text-xl">{t(`home.manage.${step}.title`)}</h3>
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

/** For people who would rather sell than buy. */
function Sell() {
  const t = useT();
  const within = t("sell.within", { count: OFFER_REPLY_BUSINESS_DAYS });
  return (
    <section className="page">
      <div className="grid items-center gap-x-16 gap-y-7 border-y border-ink py-10 md:grid-cols-[1fr_auto] md:py-12">
        <div>
          <h2 className="text-3xl">{t("home.sell.title")}</h2>
          <p className="mt-3 max-w-prose text-muted">{t("home.sell.text", { within })}</p>
        </div>
        <ButtonLink
          to="/sell-your-designs"
          kind="secondary"
          size="large"
          className="justify-self-start"
        >
          {t("sell.title")}
        </ButtonLink>
      </div>
    </section>
  );
}
