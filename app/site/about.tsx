import { listFeaturedProducts, type ProductCard } from "#app/api-client/catalog.server.ts";
import { useT } from "#app/i18n/i18n.tsx";
import { getApi } from "#app/middleware/session-relay.ts";
import { orNull } from "#app/request/or-null.ts";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { useLayoutData } from "#app/ui/base/layout-data.ts";
import { Link } from "#app/ui/base/link.tsx";
import { PageHead } from "#app/ui/base/page-head.tsx";
import { Picture } from "#app/ui/base/picture.tsx";
import { toLegalName } from "#domain/legal-name.ts";
import type { Route } from "./+types/about";

const IMAGES = 3;

export async function loader({ context }: Route.LoaderArgs) {
  const products = await orNull(context, "featured", listFeaturedProducts(getApi(context)));
  return { products: (products ?? []).slice(0, IMAGES) };
}

const PROMISES = ["seen", "yours", "once", "everyone"] as const;

export default function About({ loaderData }: Route.ComponentProps) {
  const t = useT();
  return (
    <>
      <PageHead
        title={t("about.title")}
        description={t("about.lead")}
        canonical="/about-us"
        scripts="touch"
      />
      <section className="page pt-10 md:pt-14">
        <h1 className="max-w-4xl text-[clamp(2.5rem,1.3rem+4vw,4.5rem)] leading-[1.05]">
          {t("about.heading")}
        </h1>
        <p className="mt-6 max-w-2xl text-lg text-muted md:text-xl">{t("about.lead")}</p>
      </section>
      <Images products={loaderData.products} />
      <section className="page py-14 md:py-20" aria-labelledby="promises">
        <h2 id="promises" className="max-w-2xl text-3xl md:text-4xl">
          {t("about.promisesTitle")}
        </h2>
        <dl className="mt-10 grid gap-x-10 gap-y-8 sm:grid-cols-2">
          {PROMISES.map((promise) => (
            <div key={promise} className="border-t border-ink pt-5">
              <dt className="font-display text-xl md:text-2xl">{t(`about.${promise}.title`)}</dt>
              <dd className="mt-2 max-w-prose text-muted">{t(`about.${promise}.text`)}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section className="page grid gap-10 pb-20 lg:grid-cols-2" aria-labelledby="company">
        <div>
          <h2 id="company" className="text-3xl md:text-4xl">
            {t("about.companyTitle")}
          </h2>
          <p className="mt-4 max-w-prose text-muted">{t("about.companyText")}</p>
          <div className="mt-7 flex flex-wrap gap-3">
            <ButtonLink to="/products">{t("home.cta")}</ButtonLink>
            <ButtonLink to="/sell-your-designs" kind="secondary">
              {t("sell.title")}
            </ButtonLink>
            <ButtonLink to="/contact-us" kind="secondary">
              {t("contact.title")}
            </ButtonLink>
          </div>
        </div>
        <CompanyFacts />
      </section>
    </>
  );
}

function Images({ products }: { products: ProductCard[] }) {
  if (products.length < IMAGES) return null;
  return (
    <ul className="page mt-12 grid grid-cols-2 gap-3 sm:gap-5 md:grid-cols-[2fr_1fr_1fr]">
      {products.map((product, index) => (
        <li key={product.id} className={index === 0 ? "max-md:col-span-2" : ""}>
          <Link to={`/products/${product.slug}`} className="block">
            <Picture
              picture={product.picture}
              fallbackUrl={product.imageUrl}
              alt={product.title}
              altLanguage={product.titleLanguage}
              sizes={
                index === 0 ? "(min-width: 768px) 50vw, 92vw" : "(min-width: 768px) 25vw, 46vw"
              }
              load={index === 0 ? "first" : "lazy"}
              className={`w-full object-cover md:h-[min(26rem,32vw)] ${index === 0 ? "h-64" : "h-48"}`}
            />
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The company behind the shop, from the settings. */
function CompanyFacts() {
  const t = useT();
  const { settings } = useLayoutData();
  const { name, address } = toLegalName(settings.companyName, settings.companyAddress);
  const facts = [
    [t("about.company"), name],
    [t("about.representative"), settings.representative],
    [t("about.registry"), settings.registryCode],
    [t("about.vatId"), settings.vatId],
    [t("deposit.address"), address],
    [t("deposit.email"), settings.supportEmail],
    [t("deposit.phone"), settings.companyPhone],
  ].filter((fact): fact is [string, string] => Boolean(fact[1]));
  return (
    <dl className="card self-start px-6 py-3">
      {facts.map(([label, value]) => (
        <div
          key={label}
          className="grid gap-x-6 border-line not-last:border-b py-3 sm:grid-cols-[9rem_1fr]"
        >
          <dt className="text-muted">{label}</dt>
          <dd className="wrap-anywhere">
            {/* Keeps a number in order within right-to-left text. */}
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
