import { index, prefix, type RouteConfig, route } from "@react-router/dev/routes";

/**
 * Every URL of spec §2, in its order, with its names as ids. In file-route notation all of it
 * lies under `($locale)`:
 * the gate in routes/locale.tsx lets offered locales in and redirects everything else to one.
 */
export default [
  index("routes/no-locale.tsx", { id: "no-locale-index" }),
  route("words/:file", "routes/words.ts", { id: "texts" }),

  // machines
  route("robots.txt", "routes/robots.ts", { id: "robots" }),
  route("sitemap.xml", "routes/sitemap.ts", { id: "sitemap" }),
  route(":file.xml", "routes/sitemap-part.ts", { id: "sitemap-part" }),

  route(":locale", "routes/locale.tsx", { id: "layout" }, [
    // public
    index("routes/home.tsx", { id: "home" }),
    route("products", "routes/products.tsx", { id: "products" }),
    route("search-suggestions", "routes/search-suggestions.ts", { id: "search-suggestions" }),
    route("products/generate", "routes/generate.tsx", { id: "generate" }), // signed in; before the slugs
    route("products/generate/picture", "routes/generate-picture.ts", { id: "generate-image" }),
    route("products/:slug", "routes/product.tsx", { id: "product-details" }),
    route("page/:slug", "routes/page.tsx", { id: "static-page" }),
    route("about-us", "routes/about.tsx", { id: "about-us" }),
    route("contact-us", "routes/contact.tsx", { id: "contact-us" }),
    route("sell-your-designs", "routes/sell.tsx", { id: "sell-your-designs" }),
    route("newsletter", "routes/newsletter.ts", { id: "newsletter" }),
    route("newsletter/confirm", "routes/newsletter.confirm.tsx", { id: "newsletter.confirm" }),
    route("newsletter/unsubscribe", "routes/newsletter.unsubscribe.tsx", {
      id: "newsletter.unsubscribe",
    }),
    route("wishlist/:id", "routes/wishlist-item.ts", { id: "wishlist.toggle" }),

    // guest only
    route("login", "routes/login.tsx", { id: "login" }),
    route("register", "routes/register.tsx", { id: "register" }),
    route("forgot-password", "routes/forgot-password.tsx", { id: "forgot-password" }),
    route("reset-password", "routes/reset-password.tsx", { id: "reset-password" }),

    // signed in
    route("logout", "routes/logout.ts", { id: "logout" }),
    route("dashboard", "routes/dashboard.tsx", { id: "dashboard" }, [
      index("routes/dashboard.orders.tsx", { id: "dashboard.orders" }),
      route("favorite", "routes/dashboard.favorite.tsx", { id: "dashboard.favorite" }),
      route("deposits", "routes/dashboard.deposits.tsx", { id: "dashboard.deposits" }),
      route("payments", "routes/dashboard.payments.tsx", { id: "dashboard.payments" }),
      route("profile", "routes/dashboard.profile.tsx", { id: "editProfile" }),
      route("offers", "routes/dashboard.offers.tsx", { id: "dashboard.offers" }),
    ]),
    ...prefix("dashboard", [
      route("deposits/create", "routes/create-deposit.tsx", { id: "createDeposit" }),
      route("deposit/processing", "routes/deposit-processing.tsx", { id: "deposit-processing" }),
      route("verification", "routes/verification.tsx", { id: "verification" }),
      route("orders/:id/download", "routes/order-download.ts", { id: "order.download" }),
      route("offers/create", "routes/create-offer.tsx", { id: "createOffer" }),
      route("offers/:id/picture", "routes/offer-picture.ts", { id: "offer.image" }),
    ]),
    route("success-payment", "routes/success-payment.tsx", { id: "success-payment" }),
    route("fail-payment", "routes/fail-payment.tsx", { id: "fail-payment" }),
    route("processing-payment", "routes/processing-payment.tsx", { id: "processing-payment" }),
    route("sandbox-payment/:token", "routes/sandbox-payment.tsx", { id: "sandbox-payment" }),

    // the team
    route("staff", "routes/staff.tsx", { id: "staff" }, [
      route("verifications", "routes/staff.verifications.tsx", { id: "staff.verifications" }),
      route("verifications/:id", "routes/staff.verification.tsx", { id: "staff.verification" }),
      route("offers", "routes/staff.offers.tsx", { id: "staff.offers" }),
      route("offers/:id", "routes/staff.offer.tsx", { id: "staff.offer" }),
      route("payouts", "routes/staff.payouts.tsx", { id: "staff.payouts" }),
    ]),
    route("staff/offers/:id/picture", "routes/staff.offer-picture.ts", { id: "staff.offer-image" }),
    route("staff/payouts/files/:id", "routes/staff.payout-file.ts", { id: "staff.payout-file" }),
    route("staff/verifications/:id/documents/:part", "routes/staff.verification-document.ts", {
      id: "staff.verification-document",
    }),

    // machines
    route("rss.xml", "routes/feed.ts", { id: "feed" }),
    route("manifest.webmanifest", "routes/app-manifest.ts", { id: "app-manifest" }),
    // for forms only
    route("cookies-consent", "routes/cookies-consent.ts", { id: "cookies-consent" }),

    // errors
    route("forbidden", "routes/forbidden.tsx", { id: "forbidden" }),
    route("404", "routes/not-found.tsx", { id: "not-found" }),
    route("*", "routes/unknown.tsx", { id: "unknown" }),
  ]),
  route("*", "routes/no-locale.tsx", { id: "no-locale" }),
] satisfies RouteConfig;
