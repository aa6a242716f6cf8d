import type { StaffRight } from "#domain/staff-roles.ts";
import { staffOnly } from "../../http/guards.ts";
import { memberSecurity } from "../../http/openapi.ts";

/**
 * Common createRoute options of all staff routes. For users without `right` the route does not
 * exist.
 */
export function staffRoute(right: StaffRight) {
  return {
    tags: ["staff"],
    security: memberSecurity,
    middleware: staffOnly(right),
    "x-staff-right": right,
  };
}

/** The requested `page` of a staff list; defaults to the first. */
export function readStaffPage({ page = 1 }: { page?: number }, perPage: number) {
  return {
    limit: perPage,
    offset: (page - 1) * perPage,
    /** The `meta` of the response for `total` rows on all pages. */
    toMeta: (total: number) => ({
      current_page: page,
      last_page: Math.max(1, Math.ceil(total / perPage)),
      per_page: perPage,
      total,
    }),
  };
}

/** The count of each status, including those without rows. */
export function toCounts<Status extends string>(
  statuses: readonly Status[],
  rows: readonly { status: Status; count: number }[],
): Record<string, number> {
  const none = Object.fromEntries(statuses.map((status) => [status, 0]));
  return { ...none, ...Object.fromEntries(rows.map(({ status, count }) => [status, count])) };
}
