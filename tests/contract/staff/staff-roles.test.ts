import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addStaff, listStaff, removeStaff } from "#api/staff/staff.service.ts";
import { createMember, createUser } from "#tests/factories.ts";
import { readProfile } from "#tests/setup/api/reads.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";

let test: TestApi;
beforeAll(async () => {
  test = await createTestApi();
});
afterAll(() => test.close());

const noOwners = () => test.database`
  UPDATE users SET role = 'member' WHERE staff_role = 'owner' AND id NOT IN
    (SELECT max(id) FROM users WHERE staff_role = 'owner')`;
const createOwner = () => createUser(test.database, { role: "staff", staffRole: "owner" });

describe("the roles of the staff", () => {
  it("are in the profile of staff and of nobody else", async () => {
    const roleOf = async (given: Parameters<typeof createMember>[1]) => {
      const { agent } = await createMember(test, given);
      return (await readProfile(agent)).staff_role;
    };
    expect(await roleOf({})).toBeUndefined();
    expect(await roleOf({ role: "staff", staffRole: "finance" })).toBe("finance");
    expect(await roleOf({ role: "staff" })).toBe("owner");
  });

  it("are listed, added in any role, and logged", async () => {
    await addStaff(test.deps, "editor@example.com", "editor");
    const people = await listStaff(test.deps);
    const editor = people.find(({ email }) => email === "editor@example.com");
    expect(editor).toMatchObject({ staffRole: "editor", isDisabled: false });
    const log = await test.database`
      SELECT actor_id, action, after FROM audit_log WHERE subject_id = ${String(editor?.id)}`;
    expect(log).toEqual([
      { actor_id: null, action: "user.staff_role", after: { staff_role: "editor" } },
    ]);
  });

  it("leave the last owner in place, even when two step down at once", async () => {
    const owners = [await createOwner(), await createOwner()];
    await noOwners();
    const { email } = owners[1] ?? { email: "" };
    await expect(removeStaff(test.deps, email)).rejects.toThrow("is the last owner");
    const [one, two] = [await createOwner(), await createOwner()];
    await test.database`UPDATE users SET role = 'member' WHERE email = ${email}`;
    const results = await Promise.allSettled(
      [one, two].map((owner) => removeStaff(test.deps, owner.email)),
    );
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const left = await test.database`SELECT 1 FROM users WHERE staff_role = 'owner'`;
    expect(left.length).toBe(1);
  });

  it("keep the last owner from being deleted, disabled or removed by hand", async () => {
    const { agent, id, password } = await createMember(test, { role: "staff" });
    await noOwners();
    const response = await agent.request("DELETE", "/api/user/delete", { password });
    expect(response.rejection).toEqual([422, "last_owner"]);
    const { database: sql } = test;
    for (const change of [
      sql`UPDATE users SET disabled_at = now() WHERE id = ${id}`,
      sql`UPDATE users SET staff_role = 'editor' WHERE id = ${id}`,
      sql`DELETE FROM users WHERE id = ${id}`,
    ]) {
      await expect(change).rejects.toThrow("the shop needs an owner");
    }
  });

  it("end the session of an account that is disabled", async () => {
    const { agent, id } = await createMember(test);
    await test.database`UPDATE users SET disabled_at = now() WHERE id = ${id}`;
    expect(await agent.isSignedIn()).toBe(false);
  });
});
