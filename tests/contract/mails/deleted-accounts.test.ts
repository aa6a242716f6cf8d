import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sendResetLinks } from "#api/accounts/resets.service.ts";
import { inTransaction, type Sql } from "#api/db/client.ts";
import { queueMail, sendDueMails } from "#api/mails/mails.service.ts";
import { createMember, createProduct, giveCredits, PASSWORD } from "#tests/factories.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { readOutbox } from "#tests/setup/mail-reading.ts";
import { CONSENT } from "#tests/setup/records/consent.ts";
import { sendOffer } from "#tests/setup/records/offers.ts";
import { createVerificationForm } from "#tests/verification-factories.ts";

// Mails that wait in the outbox while their account is deleted (docs/decisions/0013).

let test: TestApi;
beforeAll(async () => {
  test = await createTestApi({ connectionsMax: 10 });
  await test.database`UPDATE settings SET support_email = 'team@promptory.test'`;
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.database`DELETE FROM mails`;
});

type Member = Awaited<ReturnType<typeof createMember>>;

const listSubjects = async () => {
  const rows = await test.database<{ recipient: string; subject: string }[]>`
    SELECT recipient, subject FROM mails ORDER BY id`;
  return rows.map(({ recipient, subject }) => `${recipient}: ${subject}`);
};

async function remove({ agent }: Member): Promise<void> {
  const body = { password: PASSWORD, forfeit_balance: true };
  expect((await agent.delete("/api/user/delete", body)).status).toBe(200);
}

const DELETED = "Your account has been deleted";

/** Queues a mail that is only of use while the account exists. */
const queueFor = ({ id, email }: Member, sql: Sql = test.database) =>
  queueMail(test.deps, sql, {
    to: email,
    userId: id,
    subject: "A link",
    content: { locale: "en", sender: "P", heading: "A link", paragraphs: [], closing: [] },
  });

describe("when an account is deleted", () => {
  it("waiting mails about it and its plans go, also to its new address and to the team", async () => {
    const member = await createMember(test, { isEmailVerified: true });
    const { agent, email } = member;
    const other = test.createAgent();
    await other.post("/api/login", { email, password: PASSWORD });
    await agent.post("/api/user/verification", await createVerificationForm());
    await sendOffer(test, agent);
    await agent.put("/api/user/profile", {
      email: "later@example.com",
      current_password: PASSWORD,
    });
    await test.createAgent().post("/api/user/reset-password", { email });
    await sendResetLinks(test.deps);
    await test.createAgent().post("/api/newsletter/subscribe", { email });
    expect(await listSubjects()).toEqual([
      `${email}: New sign-in to your account`,
      `${email}: We have your documents`,
      `${email}: We have your offer: Fog over the bay`,
      expect.stringMatching(/^team@promptory\.test: /),
      expect.stringMatching(/^later@example\.com: /),
      expect.stringMatching(new RegExp(`^${email}: .*address`)),
      expect.stringMatching(new RegExp(`^${email}: .*password`)),
      expect.stringMatching(new RegExp(`^${email}: .*newsletter`)),
    ]);
    await remove(member);
    expect(await listSubjects()).toEqual([`${email}: ${DELETED}`]);
  });

  it("those about contracts, money and statements stay", async () => {
    const member = await createMember(test, { isEmailVerified: true });
    const { agent, id, email } = member;
    await giveCredits(test.database, id, 1_000);
    const product = await createProduct(test);
    const order = { prompt_id: product.id, consent: CONSENT };
    expect((await agent.post("/api/purchase/prompt", order)).status).toBe(200);
    await agent.post("/api/contact", { first_name: "Ada", email, message: "Where is it?" });
    const before = await listSubjects();
    expect(before).toEqual([
      expect.stringMatching(/: Your order/),
      expect.stringMatching(/: We have your message/),
      expect.stringMatching(/^team@promptory\.test: /),
    ]);
    await remove(member);
    expect(await listSubjects()).toEqual([...before, `${email}: ${DELETED}`]);
  });

  it("a former address still gets the notice of its change", async () => {
    const member = await createMember(test);
    const change = { email: "thief@example.com", current_password: PASSWORD };
    expect((await member.agent.put("/api/user/profile", change)).status).toBe(200);
    await remove(member);
    expect(await listSubjects()).toEqual([
      expect.stringMatching(new RegExp(`^${member.email}: .*changed`)),
      `thief@example.com: ${DELETED}`,
    ]);
  });

  it("mails that were given up go too, and nobody else's", async () => {
    const [member, other] = [await createMember(test), await createMember(test)];
    for (const one of [member, other]) await queueFor(one);
    await test.database`UPDATE mails SET gave_up_at = now()`;
    await remove(member);
    expect(await listSubjects()).toEqual([`${other.email}: A link`, `${member.email}: ${DELETED}`]);
  });

  it("one that is queued at the same moment is not sent", async () => {
    const member = await createMember(test);
    await inTransaction(test.database, async (sql) => {
      await queueFor(member, sql);
      await remove(member);
    });
    await queueFor(await createMember(test));
    await sendDueMails(test.deps);
    expect(await listSubjects()).toEqual([]);
    const sent = await readOutbox(test.outboxFolder);
    const subjects = sent.map((mail) => mail.headers.subject);
    expect(subjects.sort()).toEqual(["A link", DELETED]);
  });
});

it("unsubscribing takes along a waiting request to confirm", async () => {
  const email = "reader@example.com";
  for (const address of [email, "other@example.com"]) {
    await test.createAgent().post("/api/newsletter/subscribe", { email: address });
  }
  const [row] = await test.database<{ token: string }[]>`
    SELECT token FROM newsletter_subscribers WHERE email = ${email}`;
  await test.createAgent().post("/api/newsletter/unsubscribe", { token: row?.token });
  expect(await listSubjects()).toEqual([expect.stringMatching(/^other@example\.com: /)]);
});
