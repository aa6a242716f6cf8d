import { describe, expect, it } from "vitest";
import type { ProductView } from "#app/api-client/catalog.server.ts";
import {
  describeBreadcrumbs,
  describeListBreadcrumbs,
  describeOrganization,
  describeProduct,
  describeWebSite,
  writeJsonLd,
} from "./json-ld.ts";

const site = {
  locale: "de",
  appUrl: "https://shop.example",
  settings: {
    companyName: "Promptory",
    companyAddress: null,
    companyPhone: null,
    supportEmail: null,
    eurRateBasisPoints: 20_000,
    pricesIncludeVat: false,
  },
};

const product: ProductView = {
  id: "7",
  slug: "fox",
  title: "Fuchs",
  titleLanguage: undefined,
  priceCents: 580,
  thumbUrl: null,
  imageUrl: "/media/abc/960.jpg",
  picture: null,
  description: "Ein Fuchs.",
  descriptionLanguage: undefined,
  category: { title: "Tiere", titleLanguage: undefined, url: "animals" },
  styles: [],
  motifs: [],
  motifsLanguage: undefined,
  licence: null,
  promptWords: 12,
  imageSource: "ai",
  createdAt: null,
  shareImageUrl: null,
  isForSale: true,
  similar: null,
};

describe("a JSON-LD block", () => {
  it.each([
    "</script><script>alert(1)</script>",
    "<!--<script>",
    "]]> & \u2028 \u2029",
    '"quoted" \\ back',
  ])("holds %j without ending, and gives it back", (name) => {
    const text = writeJsonLd([{ "@type": "Thing", name }]);
    expect(text).not.toMatch(/[<>&\u2028\u2029]/);
    expect(JSON.parse(text)).toEqual({
      "@context": "https://schema.org",
      "@graph": [{ "@type": "Thing", name }],
    });
  });
});

describe("a product", () => {
  it("is offered in euro at its own address", () => {
    const url = "https://shop.example/de/products/fox";
    expect(describeProduct(site, product)).toMatchObject({
      "@type": "Product",
      name: "Fuchs",
      url,
      image: "https://shop.example/media/abc/960.jpg",
      offers: {
        "@type": "Offer",
        url,
        price: "2.90",
        priceCurrency: "EUR",
        availability: "https://schema.org/InStock",
      },
    });
  });

  it("is out of stock while it can only be viewed", () => {
    const described = describeProduct(site, { ...product, isForSale: false });
    expect(described).toMatchObject({
      offers: { price: "2.90", availability: "https://schema.org/OutOfStock" },
    });
  });

  it("has no offer at a price below nothing, at which it is not sold", () => {
    const described = describeProduct(site, { ...product, priceCents: -290, isForSale: false });
    expect(described).not.toHaveProperty("offers");
    const free = describeProduct(site, { ...product, priceCents: 0 });
    expect(free).toMatchObject({ offers: { price: "0.00" } });
  });

  it("costs a cent where its price is worth less, as on the invoice", () => {
    const settings = { ...site.settings, eurRateBasisPoints: 10_000_000 };
    const described = describeProduct({ ...site, settings }, { ...product, priceCents: 400 });
    expect(described).toMatchObject({ offers: { price: "0.01" } });
  });

  it("states that its price includes VAT, where it does", () => {
    expect(describeProduct(site, product).offers).not.toHaveProperty("priceSpecification");
    const settings = { ...site.settings, pricesIncludeVat: true };
    expect(describeProduct({ ...site, settings }, product)).toMatchObject({
      offers: {
        price: "2.90",
        priceSpecification: {
          "@type": "UnitPriceSpecification",
          price: "2.90",
          priceCurrency: "EUR",
          valueAddedTaxIncluded: true,
        },
      },
    });
  });

  it("keeps the address of a picture that another server has", () => {
    const imageUrl = "https://cdn.example/fox.jpg";
    expect(describeProduct(site, { ...product, imageUrl })).toMatchObject({ image: imageUrl });
    expect(describeProduct(site, { ...product, imageUrl: null })).not.toHaveProperty("image");
  });

  it("has its way from home, numbered from one", () => {
    const t = (key: string) => key;
    expect(describeBreadcrumbs(site, t, product).itemListElement).toEqual([
      crumb(1, "shell.homeLink", "/de"),
      crumb(2, "products.title", "/de/products"),
      crumb(3, "Tiere", "/de/products?category=animals"),
      crumb(4, "Fuchs", "/de/products/fox"),
    ]);
    const plain = { ...product, category: null };
    expect(describeBreadcrumbs(site, t, plain).itemListElement).toHaveLength(3);
  });

  it("is found by way of its style or category, which is a page as well", () => {
    const group = { title: "Tiere", path: "/products?category=animals" };
    expect(describeListBreadcrumbs(site, (key) => key, group).itemListElement).toEqual([
      crumb(1, "shell.homeLink", "/de"),
      crumb(2, "products.title", "/de/products"),
      crumb(3, "Tiere", "/de/products?category=animals"),
    ]);
  });
});

const crumb = (position: number, name: string, path: string) => ({
  "@type": "ListItem",
  position,
  name,
  item: `https://shop.example${path}`,
});

describe("the shop", () => {
  it("states its legal name apart from its address", () => {
    const settings = { ...site.settings, companyAddress: "Promptory OÜ, Telliskivi 60a, Tallinn" };
    expect(describeOrganization({ ...site, settings })).toMatchObject({
      name: "Promptory",
      legalName: "Promptory OÜ",
      address: "Telliskivi 60a, Tallinn",
    });
    expect(describeOrganization(site)).not.toHaveProperty("legalName");
  });

  it("names its profiles elsewhere when it has some", () => {
    expect(describeOrganization(site)).not.toHaveProperty("sameAs");
    const profiles = ["https://social.example/promptory"];
    expect(describeOrganization(site, profiles)).toMatchObject({
      "@type": "Organization",
      logo: "https://shop.example/icons/icon-512.png",
      sameAs: profiles,
    });
  });

  it("can be searched", () => {
    expect(describeWebSite(site)).toMatchObject({
      "@type": "WebSite",
      url: "https://shop.example/de",
      potentialAction: {
        "@type": "SearchAction",
        target: {
          urlTemplate: "https://shop.example/de/products?search={search_term_string}",
        },
      },
    });
  });
});
