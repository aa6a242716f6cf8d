import type { ProductView } from "#app/api-client/catalog.server.ts";
import { localePath } from "#app/i18n/paths.ts";
import type { Translate } from "#app/i18n/translate.ts";
import type { LayoutData } from "#app/ui/base/layout-data.ts";
import { toLegalName } from "#domain/legal-name.ts";
import { DEFAULT_CURRENCY, priceInEur, toDecimal } from "#domain/money.ts";

// Structured data of a page (schema.org). Screens build it under `import.meta.env.SSR`, so that
// none of this reaches a browser's JavaScript.

type Site = Pick<LayoutData, "locale" | "appUrl"> & {
  settings: Pick<
    LayoutData["settings"],
    | "companyName"
    | "companyAddress"
    | "companyPhone"
    | "supportEmail"
    | "eurRateBasisPoints"
    | "pricesIncludeVat"
  >;
};
type Thing = Record<string, unknown>;

const ESCAPES: Record<string, string> = {
  "<": "\\u003c",
  ">": "\\u003e",
  "&": "\\u0026",
  "\u2028": "\\u2028",
  "\u2029": "\\u2029",
};

/**
 * The text of a JSON-LD block: no title, whatever it contains, can close the block or open another.
 */
export function writeJsonLd(things: Thing[]): string {
  const graph = { "@context": "https://schema.org", "@graph": things };
  return JSON.stringify(graph).replace(
    /[<>&\u2028\u2029]/g,
    (character) => ESCAPES[character] ?? "",
  );
}

const organizationId = (site: Site) => `${site.appUrl}/#organization`;

/** The organization behind the shop. `profiles` are its social links. */
export function describeOrganization(site: Site, profiles: string[] = []): Thing {
  const { settings, appUrl } = site;
  const { name: legalName, address } = toLegalName(settings.companyName, settings.companyAddress);
  return {
    "@type": "Organization",
    "@id": organizationId(site),
    name: settings.companyName,
    ...(legalName === settings.companyName ? {} : { legalName }),
    url: appUrl,
    logo: `${appUrl}/icons/icon-512.png`,
    ...(settings.supportEmail ? { email: settings.supportEmail } : {}),
    ...(settings.companyPhone ? { telephone: settings.companyPhone } : {}),
    ...(address ? { address } : {}),
    ...(profiles.length > 0 ? { sameAs: profiles } : {}),
  };
}

/** The shop as a searchable site. */
export function describeWebSite(site: Site): Thing {
  const home = site.appUrl + localePath(site.locale, "/");
  return {
    "@type": "WebSite",
    "@id": `${home}#website`,
    url: home,
    name: site.settings.companyName,
    inLanguage: site.locale,
    publisher: { "@id": organizationId(site) },
    potentialAction: {
      "@type": "SearchAction",
      target: {
        "@type": "EntryPoint",
        urlTemplate: `${home}/products?search={search_term_string}`,
      },
      "query-input": "required name=search_term_string",
    },
  };
}

/** A prompt for sale, without the prompt itself. */
export function describeProduct(site: Site, product: ProductView): Thing {
  const url = site.appUrl + localePath(site.locale, `/products/${product.slug}`);
  const rate = site.settings.eurRateBasisPoints;
  return {
    "@type": "Product",
    "@id": `${url}#product`,
    url,
    name: product.title,
    sku: product.id,
    ...(product.description ? { description: product.description } : {}),
    ...(product.category ? { category: product.category.title } : {}),
    ...(product.imageUrl ? { image: new URL(product.imageUrl, site.appUrl).href } : {}),
    brand: { "@type": "Brand", name: site.settings.companyName },
    // Without a rate the price in money is unknown.
    ...(rate === null || product.priceCents < 0
      ? {}
      : { offers: describeOffer(site, url, product, rate) }),
  };
}

function describeOffer(
  site: Site,
  url: string,
  product: Pick<ProductView, "priceCents" | "isForSale">,
  rate: number,
): Thing {
  const price = {
    price: toDecimal(priceInEur(product.priceCents, rate)),
    priceCurrency: DEFAULT_CURRENCY,
  };
  const specification = {
    "@type": "UnitPriceSpecification",
    ...price,
    valueAddedTaxIncluded: true,
  };
  return {
    "@type": "Offer",
    url,
    ...price,
    // Absent without VAT: `false` would mean that it is added.
    ...(site.settings.pricesIncludeVat ? { priceSpecification: specification } : {}),
    availability: `https://schema.org/${product.isForSale ? "InStock" : "OutOfStock"}`,
    itemCondition: "https://schema.org/NewCondition",
    seller: {
      "@type": "Organization",
      "@id": organizationId(site),
      name: site.settings.companyName,
    },
  };
}

/** Breadcrumbs from the start page to a product. */
export function describeBreadcrumbs(site: Site, t: Translate, product: ProductView): Thing {
  const { category } = product;
  return toBreadcrumbs(site, t, [
    ...(category ? [{ name: category.title, to: `/products?category=${category.url}` }] : []),
    { name: product.title, to: `/products/${product.slug}` },
  ]);
}

/** Breadcrumbs from the start page to the list of a style or a category. */
export function describeListBreadcrumbs(
  site: Site,
  t: Translate,
  group: { title: string; path: string },
): Thing {
  return toBreadcrumbs(site, t, [{ name: group.title, to: group.path }]);
}

function toBreadcrumbs(site: Site, t: Translate, last: { name: string; to: string }[]): Thing {
  const steps = [
    { name: t("shell.homeLink"), to: "/" },
    { name: t("products.title"), to: "/products" },
    ...last,
  ];
  return {
    "@type": "BreadcrumbList",
    itemListElement: steps.map(({ name, to }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      item: site.appUrl + localePath(site.locale, to),
    })),
  };
}
