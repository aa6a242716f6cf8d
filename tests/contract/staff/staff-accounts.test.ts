import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hashEmail } from "#api/accounts/email-verification/email-links.ts";
import {
  DEMO_ACCOUNTS,
  DEMO_PASSWORD,
  lockDemoAccounts,
  seedDemoAccounts,
} from "#api/db/seed/demo-accounts.ts";
import { addStaff, createStaffLink, removeStaff } from "#api/staff/staff.service.ts";
import { createMember, createUser, giveCredits } from "#tests/factories.ts";
import type { ApiAgent } from "#tests/setup/api/api-agent.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { findLink } from "#tests/setup/mail-reading.ts";

let test: TestApi;
beforeAll(async () => {
  test = await createTestApi();
});
afterAll(() => test.close());

const PASSWORD = "nine purple kettles";
/** Follows the link as its owner would, and signs in with the new password. */
const followLink = async (link: string): Promise<ApiAgent> => {
  const { searchParams, origin, pathname } = new URL(link);
  expect(origin + pathname).toBe("http://localhost:3000/en/reset-password");
  const secret = { password: PASSWORD, password_confirmation: PASSWORD };
  const agent = test.createAgent();
  const body = { ...Object.fromEntries(searchParams), ...secret };
  expect((await agent.post("/api/reset-password", body)).status).toBe(200);
  const email = searchParams.get("email");
  expect((await agent.post("/api/login", { email, password: PASSWORD })).status).toBe(200);
  return agent;
};
const isStaff = async (agent: ApiAgent) =>
  (await agent.get("/api/staff/verifications")).status === 200;
/** Requests another address for an account; the result opens the mailed link. */
async function requestChange(agent: ApiAgent, to: { email: string; password: string }) {
  const { email, password: current_password } = to;
  const changed = await agent.put("/api/user/profile", { email, current_password });
  expect(changed.status).toBe(200);
  const [mail] = await test.database<{ body_text: string }[]>`
    SELECT body_text FROM mails WHERE recipient = ${email}`;
  const { pathname, search } = findLink(mail?.body_text ?? "", hashEmail(email));
  const path = `/api${pathname.replace(/^\/\w+/, "")}${search}`;
  return async () => (await test.createAgent().get(path)).status;
}

describe("adding staff", () => {
  it("makes an account that its owner opens with the link", async () => {
    const { link } = await addStaff(test.deps, " First.Operator@Example.com ");
    expect(link).toContain("email=first.operator%40example.com");
    expect(await isStaff(await followLink(link))).toBe(true);
  });

  it("promotes an account, but not who registered it under somebody else's address", async () => {
    const { email, agent, password } = await createMember(test);
    const { link } = await addStaff(test.deps, email);
    expect(await agent.isSignedIn()).toBe(false);
    const again = await test.createAgent().post("/api/login", { email, password });
    expect(again.status).toBe(422);
    expect(await isStaff(await followLink(link))).toBe(true);
  });

  it("promotes an account, whose pending change of address is void from then on", async () => {
    const { id, email, agent, password } = await createMember(test);
    await giveCredits(test.database, id, 100);
    const confirm = await requestChange(agent, { email: "impostor@example.com", password });
    const { link } = await addStaff(test.deps, email);
    expect(await confirm()).toBe(403);
    expect(await isStaff(await followLink(link))).toBe(true);
  });

  it("leaves staff alone, and rejects what is no address", async () => {
    const { email, agent } = await createMember(test, { role: "staff" });
    await expect(addStaff(test.deps, email)).rejects.toThrow("is staff already");
    expect(await isStaff(agent)).toBe(true);
    for (const address of ["", "nobody", "a@b@c.example", "-- DROP"]) {
      await expect(addStaff(test.deps, address)).rejects.toThrow("not an e-mail address");
    }
  });

  it("gets another link when the first was lost, and nobody else does", async () => {
    const { email, agent } = await createMember(test, { role: "staff" });
    const [first, second] = [
      await createStaffLink(test.deps, email),
      await createStaffLink(test.deps, email),
    ];
    expect(await agent.isSignedIn()).toBe(true);
    await expect(followLink(first.link)).rejects.toThrow();
    expect(await isStaff(await followLink(second.link))).toBe(true);
    const member = await createMember(test);
    await expect(createStaffLink(test.deps, member.email)).rejects.toThrow("is not staff");
  });

  it("is taken back at once", async () => {
    const { email, agent } = await createMember(test, { role: "staff" });
    await removeStaff(test.deps, email);
    expect(await isStaff(agent)).toBe(false);
    expect(await agent.isSignedIn()).toBe(true);
    await expect(removeStaff(test.deps, email)).rejects.toThrow("is not staff");
    await expect(removeStaff(test.deps, "nobody@example.com")).rejects.toThrow("is not staff");
  });
});

describe("demo accounts of a shop that became public", () => {
  it("lose the published password, their sessions and changes, but not what is their own", async () => {
    await seedDemoAccounts(test.database);
    const signIn = async (email: string, password: string) => {
      const agent = test.createAgent();
      const { status } = await agent.post("/api/login", { email, password });
      return { agent, status };
    };
    const changed = await createUser(test.database, { password: PASSWORD });
    await test.database`DELETE FROM ledger_accounts WHERE user_id IN
      (SELECT id FROM users WHERE email = 'seller@promptory.test')`;
    await test.database`DELETE FROM users WHERE email = 'seller@promptory.test'`;
    await test.database`UPDATE users SET email = 'seller@promptory.test'
      WHERE id = ${changed.id}`;
    const { agent, status } = await signIn("staff@promptory.test", DEMO_PASSWORD);
    expect(status).toBe(200);
    const to = { email: "visitor@example.com", password: DEMO_PASSWORD };
    const confirm = await requestChange(agent, to);

    await lockDemoAccounts(test.deps);
    expect(await agent.isSignedIn()).toBe(false);
    expect(await confirm()).toBe(403);
    for (const { email } of DEMO_ACCOUNTS) {
      expect((await signIn(email, DEMO_PASSWORD)).status).toBe(422);
    }
    expect((await signIn("seller@promptory.test", PASSWORD)).status).toBe(200);
    const before = await test.database`SELECT id, password_hash FROM users ORDER BY id`;
    await lockDemoAccounts(test.deps);
    expect(await test.database`SELECT id, password_hash FROM users ORDER BY id`).toEqual(before);
  });
});
