import { hasRight, type StaffRight, type StaffRole } from "#domain/staff-roles.ts";

/** Groups of the staff menu, in order; the title of each is the text `staff.group_NAME`. */
const GROUPS = ["start", "catalogue", "orders", "reviews", "people", "site", "audit"] as const;
type Group = (typeof GROUPS)[number];

/** A screen of the menu: `text` is a key of the locales, `right` is what its loader requires. */
type Entry = { group: Group; to: string; text: string; right: StaffRight; end?: boolean };

/** All screens of the menu, in order within their group. */
const ENTRIES: readonly Entry[] = [
  { group: "start", to: "/staff", text: "staff_start.title", right: "overview", end: true },
  { group: "orders", to: "/staff/orders", text: "staff_orders.title", right: "orders" },
  { group: "orders", to: "/staff/deposits", text: "staff_deposits.title", right: "orders" },
  { group: "orders", to: "/staff/suspense", text: "staff_deposits.suspense", right: "orders" },
  { group: "orders", to: "/staff/disputes", text: "staff_deposits.disputes", right: "orders" },
  { group: "orders", to: "/staff/withdrawals", text: "staff_withdrawals.title", right: "orders" },
  { group: "catalogue", to: "/staff/products", text: "staff_products.title", right: "catalogue" },
  { group: "catalogue", to: "/staff/shelves", text: "staff_shelves.title", right: "catalogue" },
  { group: "catalogue", to: "/staff/imports", text: "staff_imports.title", right: "catalogue" },
  {
    group: "catalogue",
    to: "/staff/groups/categories",
    text: "staff_groups.categories",
    right: "catalogue",
  },
  {
    group: "catalogue",
    to: "/staff/groups/styles",
    text: "staff_groups.styles",
    right: "catalogue",
  },
  { group: "orders", to: "/staff/payouts", text: "staff_payouts.title", right: "payouts" },
  { group: "reviews", to: "/staff/verifications", text: "staff.verifications", right: "reviews" },
  { group: "reviews", to: "/staff/offers", text: "staff_offers.title", right: "offers" },
  { group: "reviews", to: "/staff/notices", text: "staff_notices.title", right: "reviews" },
  { group: "reviews", to: "/staff/reasons", text: "staff_reasons.title", right: "reviews" },
  { group: "people", to: "/staff/people", text: "people.title", right: "people" },
  { group: "audit", to: "/staff/audit", text: "audit.title", right: "audit" },
  { group: "site", to: "/staff/messages", text: "staff_messages.title", right: "site" },
  { group: "site", to: "/staff/newsletter", text: "staff_newsletter.title", right: "site" },
  { group: "site", to: "/staff/pages", text: "staff_pages.title", right: "site" },
  { group: "site", to: "/staff/texts", text: "staff_texts.title", right: "site" },
  { group: "site", to: "/staff/settings", text: "staff_settings.title", right: "settings" },
];

/** The menu for this role: groups with at least one accessible screen. */
export function listNavigation(role: StaffRole) {
  return GROUPS.map((name) => ({
    name,
    entries: ENTRIES.filter(({ group, right }) => group === name && hasRight(role, right)),
  })).filter(({ entries }) => entries.length > 0);
}
