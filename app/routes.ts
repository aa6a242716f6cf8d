import { index, prefix, type RouteConfig, route } from "@react-router/dev/routes";

/**
 * Every URL of spec §2, in its order. In file-route notation all of it lies under `($locale)`:
 * the gate in routes/locale.tsx lets offered locales in and redirects everything else to one.
 */
export default [
  index("routes/no-locale.tsx", { id: "no-locale-index" }),
  route("words/:file", "routes/words.ts"),

  // machines
  route("robots.txt", "routes/robots.ts"),
  route("sitemap.xml", "routes/sitemap.ts"),
  route(":file.xml", "routes/sitemap-part.ts"),

  route(":locale", "routes/locale.tsx", [
    // public
    index("routes/home.tsx"),
    route("products", "routes/products.tsx"),
    route("search-suggestions", "routes/search-suggestions.ts"),
    route("products/generate", "routes/generate.tsx"), // signed in; before the slugs
    route("products/generate/picture", "routes/generate-picture.ts"),
    route("products/:slug", "routes/product.tsx"),
    route("page/:slug", "routes/page.tsx"),
    route("about-us", "routes/about.tsx"),
    route("contact-us", "routes/contact.tsx"),
    route("newsletter", "routes/newsletter.ts"),
    route("newsletter/confirm", "routes/newsletter.confirm.tsx"),
    route("newsletter/unsubscribe", "routes/newsletter.unsubscribe.tsx"),
    route("wishlist/:id", "routes/wishlist-item.ts"),

    // guest only
    route("login", "routes/login.tsx"),
    route("register", "routes/register.tsx"),
    route("forgot-password", "routes/forgot-password.tsx"),
    route("reset-password", "routes/reset-password.tsx"),

    // signed in
    route("logout", "routes/logout.ts"),
    route("dashboard", "routes/dashboard.tsx", [
      index("routes/dashboard.orders.tsx"),
      route("favorite", "routes/dashboard.favorite.tsx"),
      route("deposits", "routes/dashboard.deposits.tsx"),
      route("payments", "routes/dashboard.payments.tsx"),
      route("profile", "routes/dashboard.profile.tsx"),
      route("offers", "routes/dashboard.offers.tsx"),
    ]),
    ...prefix("dashboard", [
      route("deposits/create", "routes/create-deposit.tsx"),
      route("deposit/processing", "routes/deposit-processing.tsx"),
      route("verification", "routes/verification.tsx"),
      route("orders/:id/download", "routes/order-download.ts"),
      route("offers/create", "routes/create-offer.tsx"),
      route("offers/:id/picture", "routes/offer-picture.ts"),
    ]),
    route("success-payment", "routes/success-payment.tsx"),
    route("fail-payment", "routes/fail-payment.tsx"),
    route("processing-payment", "routes/processing-payment.tsx"),
    route("sandbox-payment/:token", "routes/sandbox-payment.tsx"),

    // the team
    route("staff", "routes/staff.tsx", [
      route("verifications", "routes/staff.verifications.tsx"),
      route("verifications/:id", "routes/staff.verification.tsx"),
      route("offers", "routes/staff.offers.tsx"),
      route("offers/:id", "routes/staff.offer.tsx"),
      route("payouts", "routes/staff.payouts.tsx"),
    ]),
    route("staff/offers/:id/picture", "routes/staff.offer-picture.ts"),
    route("staff/payouts/files/:id", "routes/staff.payout-file.ts"),
    route("staff/verifications/:id/documents/:part", "routes/staff.verification-document.ts"),

    // machines
    route("rss.xml", "routes/feed.ts"),
    route("manifest.webmanifest", "routes/app-manifest.ts"),
    // for forms only
    route("cookies-consent", "routes/cookies-consent.ts"),

    // errors
    route("forbidden", "routes/forbidden.tsx"),
    route("404", "routes/not-found.tsx"),
    route("*", "routes/unknown.tsx"),
  ]),
  route("*", "routes/no-locale.tsx"),
] satisfies RouteConfig;
