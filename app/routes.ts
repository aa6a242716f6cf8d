import {
  index,
  layout,
  prefix,
  type RouteConfig,
  type RouteConfigEntry,
  route,
} from "@react-router/dev/routes";

/** Screens inside a layout that shows their errors. */
const screens = (frame: "layout" | "dashboard" | "staff", routes: RouteConfigEntry[]) => [
  layout(ERRORS[frame], { id: `${frame}.screens` }, routes),
];
const ERRORS = {
  layout: "layout/error-boundary.tsx",
  dashboard: "layout/error-boundary.tsx",
  staff: "staff/staff-errors.tsx",
};

/** Settings, pages, texts and messages, for staff. */
const STAFF_SITE = [
  route("settings", "staff/site/settings/staff-settings.tsx", { id: "staff.settings" }),
  route("messages", "staff/site/messages/staff-messages.tsx", { id: "staff.messages" }),
  route("messages/:id", "staff/site/messages/staff-message.tsx", { id: "staff.message" }),
  route("pages", "staff/site/pages/staff-pages.tsx", { id: "staff.pages" }),
  route("pages/:slug/:language", "staff/site/pages/staff-page.tsx", { id: "staff.page" }),
  route("texts", "staff/site/texts/staff-texts.tsx", { id: "staff.texts" }),
  route("newsletter", "staff/site/newsletter/newsletter.tsx", { id: "staff.newsletter" }),
  route("newsletter/subscribers", "staff/site/newsletter/subscribers.tsx", {
    id: "staff.subscribers",
  }),
  route("newsletter/issues/:id", "staff/site/newsletter/issue.tsx", { id: "staff.issue" }),
];

/**
 * All URLs of spec §2, in its order, with its names as ids. In file-route notation all are below
 * `($locale)`: the gate in layout/layout.tsx accepts available locales and redirects everything
 * else to one.
 */
export default [
  index("layout/no-locale.tsx", { id: "no-locale-index" }),
  route("words/:file", "layout/translations-file.ts", { id: "texts" }),
  route("layout-data/:file", "layout/layout-data-file.ts", { id: "layout-data" }),

  // machines
  route("robots.txt", "seo/robots.ts", { id: "robots" }),
  route("sitemap.xml", "seo/sitemap.ts", { id: "sitemap" }),
  route(":file.xml", "seo/sitemap-part.ts", { id: "sitemap-part" }),

  route(
    ":locale",
    "layout/layout.tsx",
    { id: "layout" },
    screens("layout", [
      // public
      index("shop/home/home.tsx", { id: "home" }),
      route("products", "shop/products/products.tsx", { id: "products" }),
      route("search-suggestions", "shop/search/search-suggestions.ts", {
        id: "search-suggestions",
      }),
      route("products/generate", "shop/generate/generate.tsx", { id: "generate" }), // signed in; before the slugs
      route("products/generate/picture", "shop/generate/generate-image.ts", {
        id: "generate-image",
      }),
      route("products/generate/pictures", "shop/generate/pictures.tsx", { id: "generations" }),
      route("products/generate/pictures/:id", "shop/generate/picture.tsx", { id: "generation" }),
      route("products/generate/pictures/:id/:part", "shop/generate/picture-part.ts", {
        id: "generation-part",
      }),
      route("products/:slug", "shop/product/product.tsx", { id: "product-details" }),
      route("page/:slug", "site/static-page.tsx", { id: "static-page" }),
      route("about-us", "site/about.tsx", { id: "about-us" }),
      route("contact-us", "site/contact/contact.tsx", { id: "contact-us" }),
      route("report-content", "site/notices/report-content.tsx", { id: "report-content" }),
      route("report-content/complaint", "site/notices/complaint.tsx", { id: "complaint" }),
      route("withdraw-from-contract", "site/withdrawal/withdrawal.tsx", { id: "withdrawal" }),
      route("withdraw-from-contract/confirm", "site/withdrawal/confirm-withdrawal.tsx", {
        id: "withdrawal.confirm",
      }),
      route("sell-your-designs", "selling/sell-your-designs.tsx", { id: "sell-your-designs" }),
      route("newsletter", "site/newsletter/subscribe.ts", { id: "newsletter" }),
      route("newsletter/confirm", "site/newsletter/confirm.tsx", { id: "newsletter.confirm" }),
      route("newsletter/unsubscribe", "site/newsletter/unsubscribe.tsx", {
        id: "newsletter.unsubscribe",
      }),
      route("wishlist/:id", "shop/wishlist/toggle-favorite.ts", { id: "wishlist.toggle" }),

      // guest only
      route("login", "account/sign-in/login.tsx", { id: "login" }),
      route("register", "account/sign-in/register.tsx", { id: "register" }),
      route("forgot-password", "account/reset-password/forgot-password.tsx", {
        id: "forgot-password",
      }),
      route("reset-password", "account/reset-password/reset-password.tsx", {
        id: "reset-password",
      }),

      // confirming an address
      route("email/verify", "account/verify-email/verify-email.tsx", { id: "verify-email" }),
      route("email/verify/success", "account/verify-email/verify-email-success.tsx", {
        id: "verify-email-success",
      }),
      route(
        "email/verify/already-success",
        "account/verify-email/verify-email-already-success.tsx",
        { id: "verify-email-already-success" },
      ),
      route("email/verify/:id/:hash", "account/verify-email/confirm-email.tsx", {
        id: "verify-email.confirm",
      }),

      // signed in
      route("logout", "account/sign-in/logout.ts", { id: "logout" }),
      route("view", "account/person-view/person-view.tsx", { id: "person-view" }),
      route(
        "dashboard",
        "layout/dashboard/dashboard.tsx",
        { id: "dashboard" },
        screens("dashboard", [
          index("shop/orders/orders.tsx", { id: "dashboard.orders" }),
          route("favorite", "shop/wishlist/favorites.tsx", { id: "dashboard.favorite" }),
          route("deposits", "wallet/deposits/deposits.tsx", { id: "dashboard.deposits" }),
          route("payments", "wallet/payments/payments.tsx", { id: "dashboard.payments" }),
          route("profile", "account/profile/profile.tsx", { id: "editProfile" }),
          route("offers", "selling/offers/offers.tsx", { id: "dashboard.offers" }),
        ]),
      ),
      ...prefix("dashboard", [
        route("deposits/create", "wallet/create-deposit/create-deposit.tsx", {
          id: "createDeposit",
        }),
        route("deposit/processing", "wallet/payment-result/deposit-processing.tsx", {
          id: "deposit-processing",
        }),
        route("verification", "selling/verification/verification.tsx", { id: "verification" }),
        route("profile/data", "account/profile/own-data.ts", { id: "profile.data" }),
        route("payments/csv", "wallet/payments/payments-csv.ts", { id: "payments.csv" }),
        route("orders/:id/consent", "shop/orders/consent.ts", { id: "order.consent" }),
        route("orders/:id/withdraw", "shop/orders/withdraw.ts", { id: "order.withdraw" }),
        route("documents/:id", "wallet/documents/document.tsx", { id: "document" }),
        route("documents/:id/pdf", "wallet/documents/document-pdf.ts", { id: "document.pdf" }),
        route("orders/:id/download", "shop/orders/download.ts", { id: "order.download" }),
        route("offers/create", "selling/create-offer/create-offer.tsx", { id: "createOffer" }),
        route("offers/:id/picture", "selling/offers/offer-image.ts", { id: "offer.image" }),
      ]),
      route("success-payment", "wallet/payment-result/success-payment.tsx", {
        id: "success-payment",
      }),
      route("fail-payment", "wallet/payment-result/fail-payment.tsx", { id: "fail-payment" }),
      route("processing-payment", "wallet/payment-result/processing-payment.tsx", {
        id: "processing-payment",
      }),
      route("sandbox-payment/:token", "wallet/sandbox-payment/sandbox-payment.tsx", {
        id: "sandbox-payment",
      }),
      route("sandbox-card/:token", "selling/sandbox-card/sandbox-card.tsx", {
        id: "sandbox-card",
      }),

      // the staff
      route(
        "staff",
        "staff/staff.tsx",
        { id: "staff" },
        screens("staff", [
          index("staff/start/staff-start.tsx", { id: "staff.start" }),
          route("verifications", "staff/verifications/staff-verifications.tsx", {
            id: "staff.verifications",
          }),
          route("verifications/:id", "staff/verifications/staff-verification.tsx", {
            id: "staff.verification",
          }),
          route("offers", "staff/offers/staff-offers.tsx", { id: "staff.offers" }),
          route("offers/:id", "staff/offers/staff-offer.tsx", { id: "staff.offer" }),
          route("notices", "staff/notices/staff-notices.tsx", { id: "staff.notices" }),
          route("notices/:id", "staff/notices/staff-notice.tsx", { id: "staff.notice" }),
          route("reasons", "staff/reasons/staff-reasons.tsx", { id: "staff.reasons" }),
          route("payouts", "staff/payouts/staff-payouts.tsx", { id: "staff.payouts" }),
          route("views", "staff/views/staff-views.tsx", { id: "staff.views" }),
          route("people", "staff/people/people.tsx", { id: "staff.people" }),
          route("people/:id", "staff/people/person.tsx", { id: "staff.person" }),
          route("audit", "staff/audit/audit-log.tsx", { id: "staff.audit" }),
          route("payouts/new", "staff/payouts/new-batch.tsx", { id: "staff.payout-batch" }),
          route("payouts/batches/:id/mark", "staff/payouts/mark-batch.tsx", {
            id: "staff.payout-batch-mark",
          }),
          route("payouts/statements", "staff/payouts/statements/bank-statements.tsx", {
            id: "staff.bank-statements",
          }),
          route("payouts/statements/:id", "staff/payouts/statements/bank-statement.tsx", {
            id: "staff.bank-statement",
          }),
          route("orders", "staff/orders/staff-orders.tsx", { id: "staff.orders" }),
          route("orders/:id", "staff/orders/staff-order.tsx", { id: "staff.order" }),
          route("orders/:id/refund", "staff/orders/refund-order.tsx", { id: "staff.order-refund" }),
          route("deposits", "staff/deposits/staff-deposits.tsx", { id: "staff.deposits" }),
          route("deposits/:id", "staff/deposits/staff-deposit.tsx", { id: "staff.deposit" }),
          route("deposits/:id/refund", "staff/deposits/refund-deposit.tsx", {
            id: "staff.deposit-refund",
          }),
          route("suspense", "staff/suspense/staff-suspense.tsx", { id: "staff.suspense" }),
          route("disputes", "staff/suspense/staff-disputes.tsx", { id: "staff.disputes" }),
          route("withdrawals", "staff/withdrawals/staff-withdrawals.tsx", {
            id: "staff.withdrawals",
          }),
          route("products", "staff/products/staff-products.tsx", { id: "staff.products" }),
          route("products/create", "staff/products/create-product.tsx", {
            id: "staff.create-product",
          }),
          route("products/:id", "staff/products/staff-product.tsx", { id: "staff.product" }),
          route("shelves", "staff/shelves/staff-shelves.tsx", { id: "staff.shelves" }),
          route("imports", "staff/imports/staff-imports.tsx", { id: "staff.imports" }),
          route("imports/:id", "staff/imports/staff-import.tsx", { id: "staff.import" }),
          route("groups/:kind", "staff/groups/staff-groups.tsx", { id: "staff.groups" }),
          route("groups/:kind/:id", "staff/groups/staff-group.tsx", { id: "staff.group" }),
          ...STAFF_SITE,
        ]),
      ),
      route("staff/*", "staff/staff-entry.tsx", { id: "staff-entry" }),
      route("staff/newsletter/subscribers/csv", "staff/site/newsletter/subscribers-csv.ts", {
        id: "staff.subscribers-csv",
      }),
      route("staff/newsletter/issues/:id/preview", "staff/site/newsletter/issue-preview.ts", {
        id: "staff.issue-preview",
      }),
      route("staff/people/:id/data", "staff/people/person-data.ts", { id: "staff.person-data" }),
      route("staff/audit/csv", "staff/audit/audit-csv.ts", { id: "staff.audit-csv" }),
      route("staff/offers/:id/picture", "staff/offers/staff-offer-image.ts", {
        id: "staff.offer-image",
      }),
      route("staff/products/:id/preview", "staff/products/preview.tsx", {
        id: "staff.product-preview",
      }),
      route("staff/pictures/:hash/:part", "staff/products/product-picture.ts", {
        id: "staff.product-picture",
      }),
      route("staff/imports/:id/problems", "staff/imports/import-problems.ts", {
        id: "staff.import-problems",
      }),
      route("staff/exports/products", "staff/imports/export-products.ts", { id: "staff.export" }),
      route("staff/payouts/files/:id", "staff/payouts/payout-file.ts", { id: "staff.payout-file" }),
      route(
        "staff/verifications/:id/documents/:part",
        "staff/verifications/verification-document.ts",
        {
          id: "staff.verification-document",
        },
      ),

      // machines
      route("rss.xml", "seo/feed.ts", { id: "feed" }),
      route("manifest.webmanifest", "seo/app-manifest.ts", { id: "app-manifest" }),
      // for forms only
      route("cookies-consent", "site/cookies/cookies-consent.ts", { id: "cookies-consent" }),

      // errors
      route("forbidden", "site/errors/forbidden.tsx", { id: "forbidden" }),
      route("404", "site/errors/not-found.tsx", { id: "not-found" }),
      route("*", "site/errors/unknown.tsx", { id: "unknown" }),
    ]),
  ),
  route("*", "layout/no-locale.tsx", { id: "no-locale" }),
] satisfies RouteConfig;
