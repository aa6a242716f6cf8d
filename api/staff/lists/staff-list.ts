import type { StaffRight } from "#domain/staff-roles.ts";
import { staffOnly } from "../../http/guards.ts";
import { memberSecurity } from "../../http/openapi.ts";

/** For createRoute: what every route of the staff shares. It exists for those who have `right`. */
export function staffRoute(right: StaffRight) {
  return {
    tags: ["staff"],
    security: memberSecurity,
    middleware: staffOnly(right),
    "x-staff-right": right,
  };
}

/** The part of a staff list that `page` of its query asks for, the first one without it. */
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

/** The count of every status, those without a row too. */
export function toCounts<Status extends string>(
  statuses: readonly Status[],
  rows: readonly { status: Status; count: number }[],
): Record<string, number> {
  const none = Object.fromEntries(statuses.map((status) => [status, 0]));
  return { ...none, ...Object.fromEntries(rows.map(({ status, count }) => [status, count])) };
}
