import { Hono, type MiddlewareHandler } from "hono";
import { describe, expect, it } from "vitest";
import { DomainError } from "#domain/errors.ts";
import type { StaffRole } from "#domain/staff-roles.ts";
import type { ApiEnv, SessionUser } from "./context.ts";
import { guestsOnly, membersOnly, staffOnly } from "./guards.ts";

type Somebody = { session: boolean; user?: { staffRole: StaffRole | null } };
const GUEST: Somebody = { session: true };
const MEMBER: Somebody = { session: true, user: { staffRole: null } };
const staff = (staffRole: StaffRole): Somebody => ({ session: true, user: { staffRole } });

/** Returns "in", or the code of the error with which a guarded route responds. */
async function enter(guard: MiddlewareHandler<ApiEnv>, { session, user }: Somebody) {
  const app = new Hono<ApiEnv>();
  app.onError((error, c) => c.text(error instanceof DomainError ? error.code : String(error)));
  app.use(async (c, next) => {
    // The guards read no more of a session and a user than this.
    if (session) c.set("session", { view: null } as never);
    if (user) c.set("user", user as SessionUser);
    await next();
  });
  app.get("/", guard, (c) => c.text("in"));
  return (await app.request("/")).text();
}

describe("guards of the API (spec §6)", () => {
  it("let members in, and say so to a guest", async () => {
    expect(await enter(membersOnly, MEMBER)).toBe("in");
    expect(await enter(membersOnly, GUEST)).toBe("unauthenticated");
  });

  it("let guests sign in who have a session, and nobody who is signed in already", async () => {
    expect(await enter(guestsOnly, GUEST)).toBe("in");
    expect(await enter(guestsOnly, { session: false })).toBe("csrf_mismatch");
    expect(await enter(guestsOnly, MEMBER)).toBe("already_authenticated");
  });

  it("hide what is the staff's from everybody without the right", async () => {
    expect(await enter(staffOnly("payouts"), staff("finance"))).toBe("in");
    for (const other of [GUEST, MEMBER, staff("editor")]) {
      expect(await enter(staffOnly("payouts"), other)).toBe("not_found");
    }
  });
});
