/** What the shop's own people may do (design §4): their roles, and the rights of each. */

export const STAFF_ROLES = ["owner", "editor", "finance", "reviewer"] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/** From each right to the roles that have it. Every staff screen and every staff route names one. */
export const STAFF_RIGHTS = {
  /** The desk's first screen; what it shows follows the other rights. */
  overview: ["owner", "editor", "finance", "reviewer"],
  /** Prices and decisions on offers; verifications. */
  reviews: ["owner", "reviewer"],
  /** Reading offers: editors publish those that were accepted. */
  offers: ["owner", "reviewer", "editor"],
  payouts: ["owner", "finance"],
  /** Orders, deposits, refunds, disputes. */
  orders: ["owner", "finance"],
  catalogue: ["owner", "editor"],
  /** Reading what is known of a person. */
  people: ["owner", "finance", "reviewer"],
  /** Changing an account, and seeing what only its owner should. */
  "people.manage": ["owner"],
  /** A second person's approval of a large change to a balance. */
  "people.balance": ["owner", "finance"],
  site: ["owner", "editor"],
  audit: ["owner"],
  /** Who is staff, and in which role. */
  staff: ["owner"],
} as const satisfies Record<string, readonly StaffRole[]>;

export type StaffRight = keyof typeof STAFF_RIGHTS;

/** True when a person in this role may do it; null is somebody who is not staff. */
export function hasRight(role: StaffRole | null, right: StaffRight): boolean {
  const roles: readonly StaffRole[] = STAFF_RIGHTS[right];
  return role !== null && roles.includes(role);
}

/**
 * The role of an account as a server describes it. One that only says "staff" is a server without
 * roles, whose staff may do everything; a role that we do not know has no rights.
 */
export function readStaffRole(role: string | undefined, staffRole?: string | null) {
  if (role !== "staff") return null;
  if (staffRole === undefined || staffRole === null) return "owner";
  return STAFF_ROLES.find((known) => known === staffRole) ?? null;
}
