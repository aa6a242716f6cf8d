import { describe, expect, it } from "vitest";
import {
  hasRight,
  readStaffRole,
  STAFF_RIGHTS,
  STAFF_ROLES,
  type StaffRight,
} from "./staff-roles.ts";

// Written out by hand, so that a mistake in the table is noticed.
const MATRIX: Record<StaffRight, string> = {
  overview: "owner editor finance reviewer",
  reviews: "owner reviewer",
  offers: "owner editor reviewer",
  payouts: "owner finance",
  orders: "owner finance",
  catalogue: "owner editor",
  people: "owner finance reviewer",
  "people.manage": "owner",
  "people.balance": "owner finance",
  site: "owner editor",
  settings: "owner editor finance",
  audit: "owner",
  staff: "owner",
};

describe("rights of the staff", () => {
  it.each(Object.entries(MATRIX))("%s: %s", (name, roles) => {
    const right = Object.keys(STAFF_RIGHTS).find((one): one is StaffRight => one === name);
    if (!right) throw new Error(`no right ${name}`);
    const permitted = STAFF_ROLES.filter((role) => hasRight(role, right));
    expect(permitted.join(" ")).toBe(roles);
    expect(hasRight(null, right)).toBe(false);
  });

  it("all belong to the owner", () => {
    expect(Object.values(STAFF_RIGHTS).every((roles) => roles[0] === "owner")).toBe(true);
    expect(Object.keys(MATRIX)).toEqual(Object.keys(STAFF_RIGHTS));
  });
});

describe("the role that a server sends", () => {
  it.each([
    ["member", undefined, null],
    [undefined, undefined, null],
    ["member", "owner", null],
    ["staff", undefined, "owner"],
    ["staff", null, "owner"],
    ["staff", "finance", "finance"],
    ["staff", "king", null],
  ])("%s, %s: %s", (role, staffRole, expected) => {
    expect(readStaffRole(role, staffRole)).toBe(expected);
  });
});
