/** Staff roles, and the rights of each (design §4). */

export const STAFF_ROLES = ["owner", "editor", "finance", "reviewer"] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/** The roles that have each right. Every staff screen and every staff route requires one. */
export const STAFF_RIGHTS = {
  /** The dashboard; its content depends on the other rights. */
  overview: ["owner", "editor", "finance", "reviewer"],
  /** Prices and decisions on offers; verifications. */
  reviews: ["owner", "reviewer"],
  /** Reading offers, because editors publish accepted ones. */
  offers: ["owner", "reviewer", "editor"],
  payouts: ["owner", "finance"],
  /** Orders, deposits, refunds, disputes. */
  orders: ["owner", "finance"],
  catalogue: ["owner", "editor"],
  /** Viewing a person's data. */
  people: ["owner", "finance", "reviewer"],
  /** Changing an account, and viewing data that only its owner should see. */
  "people.manage": ["owner"],
  /** Approving another staff member's large balance adjustment. */
  "people.balance": ["owner", "finance"],
  site: ["owner", "editor"],
  /** Reading the settings: saving the shop's takes `site`, saving those of money `payouts`. */
  settings: ["owner", "editor", "finance"],
  audit: ["owner"],
  /** Managing staff and their roles. */
  staff: ["owner"],
} as const satisfies Record<string, readonly StaffRole[]>;

export type StaffRight = keyof typeof STAFF_RIGHTS;

/** True if this role has the right; a null role means not staff. */
export function hasRight(role: StaffRole | null, right: StaffRight): boolean {
  const roles: readonly StaffRole[] = STAFF_RIGHTS[right];
  return role !== null && roles.includes(role);
}

/**
 * An account's role as reported by a server. A server without roles only reports "staff", which
 * means all rights; an unknown role has none.
 */
export function readStaffRole(role: string | undefined, staffRole?: string | null) {
  if (role !== "staff") return null;
  if (staffRole === undefined || staffRole === null) return "owner";
  return STAFF_ROLES.find((known) => known === staffRole) ?? null;
}
