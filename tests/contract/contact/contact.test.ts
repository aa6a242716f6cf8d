import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { contactJobs } from "#api/contact/contact.jobs.ts";
import { contactResponseSchema } from "#api/contract/contact.ts";
import { sendDueMails } from "#api/mails/mails.service.ts";
import { NAME_LENGTH_MAX } from "#domain/accounts.ts";
import {
  CONTACT_MESSAGE_LENGTH_MAX,
  CONTACT_PER_MINUTE_MAX,
  CONTACT_RECEIPTS_PER_HOUR_MAX,
} from "#domain/contact.ts";
import { CONTACT_REFERENCE_PATTERN } from "#domain/references.ts";
import { createMember } from "#tests/factories.ts";
import type { ApiAgent } from "#tests/setup/api/api-agent.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { readOutbox } from "#tests/setup/mail-reading.ts";
import { queuedMailsTo } from "#tests/setup/records/queued-mails.ts";

let test: TestApi;
beforeAll(async () => {
  test = await createTestApi();
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.database`DELETE FROM contact_messages`;
  await test.database`DELETE FROM mails`;
  await test.database`UPDATE settings SET support_email = 'help@shop.test'`;
});

const MESSAGE = {
  first_name: "Mari",
  last_name: "Õun",
  email: "mari@example.com",
  phone: "+372 600 1000",
  address: "Pikk 1",
  city: "Tallinn",
  post_code: "10123",
  country: "EE",
  message: "Hello!\nWhere is <my> order?",
};
const listStored = () =>
  test.database<
    { user_id: number | null; details: Record<string, string>; message: string; locale: string }[]
  >`SELECT user_id, details, message, locale FROM contact_messages ORDER BY id`;

const receiptsTo = (email: string) => queuedMailsTo(test, email);

describe("the receipt of a message", () => {
  const write = async (agent: ApiAgent, changes: Record<string, string> = {}) => {
    const response = await agent.post("/api/contact", { ...MESSAGE, ...changes });
    expect(response.status).toBe(200);
    return response.as(contactResponseSchema).reference ?? "";
  };

  it("names the number that the staff see, and asks no program for a response", async () => {
    const email = "receipt-1@example.com";
    const reference = await write(test.createAgent({ locale: "de" }), { email });
    expect(reference).toMatch(CONTACT_REFERENCE_PATTERN);
    const [receipt, ...more] = await receiptsTo(email);
    expect(more).toEqual([]);
    expect(receipt?.subject).toBe(`Ihre Nachricht ist da: ${reference}`);
    expect(receipt?.headers).toMatchObject({ "Auto-Submitted": "auto-replied" });
    const [forwarded] = await receiptsTo("help@shop.test");
    expect(forwarded?.text).toContain(`Number: ${reference}`);
    const [stored] = await test.database`SELECT reference FROM contact_messages`;
    expect(stored?.reference).toBe(reference);
  });

  it("carries no word of the sender's to a mailbox that nobody has proven", async () => {
    const spam = { first_name: "Cheap", last_name: "Pills", message: "https://evil.example now" };
    const member = await createMember(test, { isEmailVerified: true });
    const unproven = await createMember(test);
    const victim = "victim@example.com";
    await write(test.createAgent(), { ...spam, email: victim });
    await write(member.agent, { ...spam, email: victim });
    await write(unproven.agent, { ...spam, email: unproven.email });
    for (const { subject, text } of [
      ...(await receiptsTo(victim)),
      ...(await receiptsTo(unproven.email)),
    ]) {
      expect(subject + text).not.toMatch(/evil|Cheap|Pills/);
    }
    await write(member.agent, { ...spam, email: member.email.toUpperCase() });
    const [own] = await receiptsTo(member.email.toUpperCase());
    expect(own?.text).toContain("https://evil.example now");
  });

  it("is limited to three receipts an hour per address, regardless of the sender; messages arrive", async () => {
    const email = "often@example.com";
    for (const _ of Array(CONTACT_RECEIPTS_PER_HOUR_MAX + 2)) {
      await write(test.createAgent(), { email });
    }
    expect(await receiptsTo(email)).toHaveLength(CONTACT_RECEIPTS_PER_HOUR_MAX);
    expect(await receiptsTo("help@shop.test")).toHaveLength(CONTACT_RECEIPTS_PER_HOUR_MAX + 2);
  });

  it("does not go round: none to our own address, and none to a robot", async () => {
    await write(test.createAgent(), { email: "Help@Shop.test" });
    expect(await receiptsTo("Help@Shop.test")).toEqual([]);
    expect(await receiptsTo("help@shop.test")).toHaveLength(1);
    const robot = { email: "robot@example.com", website: "https://evil.example" };
    expect(await write(test.createAgent(), robot)).toMatch(CONTACT_REFERENCE_PATTERN);
    expect(await receiptsTo("robot@example.com")).toEqual([]);
  });
});

describe("a message that is sent again with its operation id", () => {
  it("is one message, with one number, one mail to us and one receipt", async () => {
    const body = { ...MESSAGE, email: "again@example.com", operation_id: randomUUID() };
    const agents = [test.createAgent(), test.createAgent({ locale: "de" })];
    const first = await agents[0]?.post("/api/contact", body);
    const second = await agents[1]?.post("/api/contact", body);
    expect([first?.status, second?.status]).toEqual([200, 200]);
    const reference = first?.as(contactResponseSchema).reference;
    expect(reference).toMatch(CONTACT_REFERENCE_PATTERN);
    expect(second?.as(contactResponseSchema).reference).toBe(reference);
    expect(await listStored()).toHaveLength(1);
    expect(await receiptsTo("again@example.com")).toHaveLength(1);
    expect(await receiptsTo("help@shop.test")).toHaveLength(1);
  });

  it("is one message although both are sent at once", async () => {
    const body = { ...MESSAGE, operation_id: randomUUID() };
    const agents = [test.createAgent(), test.createAgent(), test.createAgent()];
    const responses = await Promise.all(agents.map((agent) => agent.post("/api/contact", body)));
    expect(new Set(responses.map((one) => one.as(contactResponseSchema).reference)).size).toBe(1);
    expect(await listStored()).toHaveLength(1);
  });

  it("is rejected with other content, or as another member's; nothing is stored", async () => {
    const [sender, other] = [await createMember(test), await createMember(test)];
    const body = { ...MESSAGE, operation_id: randomUUID() };
    expect((await sender.agent.post("/api/contact", body)).status).toBe(200);
    expect((await sender.agent.post("/api/contact", body)).status).toBe(200);
    for (const [agent, sent] of [
      [sender.agent, { ...body, message: "Something else" }],
      [sender.agent, { ...body, phone: "" }],
      [other.agent, body],
    ] as const) {
      const response = await agent.post("/api/contact", sent);
      expect(response.rejection).toEqual([422, "operation_conflict"]);
    }
    expect(await listStored()).toHaveLength(1);
  });

  it("without an id is another one each time, as of a client that has none", async () => {
    const agent = test.createAgent();
    for (const _ of Array(2)) expect((await agent.post("/api/contact", MESSAGE)).status).toBe(200);
    expect(await listStored()).toHaveLength(2);
  });
});

describe("a message to us", () => {
  it("is stored and mailed to the support address, which replies to the sender", async () => {
    const agent = test.createAgent({ locale: "de" });
    const response = await agent.post("/api/contact", MESSAGE);
    expect(response.status).toBe(200);
    expect(response.as(contactResponseSchema).message).toBe(
      "Thank you. Your message has been sent.",
    );
    const { message, ...details } = MESSAGE;
    expect([...(await listStored())]).toEqual([
      { user_id: null, details: { ...details, currency: "EUR" }, message, locale: "de" },
    ]);
    await sendDueMails(test.deps);
    const mail = (await readOutbox(test.outboxFolder)).at(-1);
    expect(mail?.headers).toMatchObject({
      to: "help@shop.test",
      "reply-to": "mari@example.com",
      from: "Promptory <shop@promptory.test>",
      subject: "Message from Mari Õun",
    });
    expect(mail?.text).toContain("Hello!\nWhere is <my> order?");
    expect(mail?.text).toContain("Address: Pikk 1, 10123 Tallinn, Estonia");
    expect(mail?.text).toContain("Language: German");
    expect(mail?.html).toContain("Where is &lt;my&gt; order?");
    expect(mail?.html).not.toContain("<my>");
  });

  it("of a member is kept with who wrote it", async () => {
    const { agent, id } = await createMember(test);
    await agent.post("/api/contact", MESSAGE);
    expect((await listStored()).map((row) => row.user_id)).toEqual([id]);
  });

  it("takes a form as well as JSON", async () => {
    const body = new URLSearchParams({ ...MESSAGE, currency: "EUR" }).toString();
    const response = await test.createAgent().request("POST", "/api/contact", body, {
      isStateful: false,
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expect(response.status).toBe(200);
    expect(await listStored()).toHaveLength(1);
  });

  it("that lacks something says what, field by field", async () => {
    const response = await test
      .createAgent()
      .post("/api/contact", { email: "nobody", message: " " });
    expect(response.status).toBe(422);
    expect(response.error.errors).toEqual({
      first_name: ["First name is required"],
      email: ["Please enter a valid email address"],
      message: ["Message is required"],
    });
    expect(await listStored()).toHaveLength(0);
  });

  it.each([
    ["left out", {}],
    [
      "sent empty, as forms do",
      { last_name: "", phone: " ", address: "", city: "", post_code: "", country: "" },
    ],
  ])("needs a name, an e-mail address and words; the rest may be %s", async (_name, rest) => {
    const sent = { first_name: "Mari", email: "mari@example.com", message: "Hello", ...rest };
    const response = await test.createAgent().post("/api/contact", sent);
    expect(response.status).toBe(200);
    const [stored] = await listStored();
    expect(stored?.details).toEqual({
      first_name: "Mari",
      email: "mari@example.com",
      currency: "EUR",
    });
    await sendDueMails(test.deps);
    const mail = (await readOutbox(test.outboxFolder)).at(-1);
    expect(mail?.headers.subject).toBe("Message from Mari");
    expect(mail?.text).not.toMatch(/Address:|Phone|undefined/);
  });

  it.each([
    [{ city: "Tallinn" }, "Address: Tallinn"],
    [{ country: "EE", post_code: "10123" }, "Address: 10123, Estonia"],
    [{ address: "Pikk 1", city: "Tallinn" }, "Address: Pikk 1, Tallinn"],
  ])("mails the staff what was given of an address: %o", async (given, line) => {
    const sent = { first_name: "Mari", email: "mari@example.com", message: "Hello", ...given };
    expect((await test.createAgent().post("/api/contact", sent)).status).toBe(200);
    await sendDueMails(test.deps);
    const mail = (await readOutbox(test.outboxFolder)).at(-1);
    expect(mail?.text.split("\n")).toContain(line);
  });

  it.each([
    [{ phone: "call me" }, "phone"],
    [{ country: "Estonia" }, "country"],
    [{ address: "x".repeat(201) }, "address"],
    [{ last_name: "x".repeat(NAME_LENGTH_MAX + 1) }, "last_name"],
    [{ post_code: "x".repeat(21) }, "post_code"],
    [{ city: "x".repeat(NAME_LENGTH_MAX + 1) }, "city"],
  ])("checks what is optional once it is given: %o", async (given, field) => {
    const response = await test.createAgent().post("/api/contact", { ...MESSAGE, ...given });
    expect(response.status).toBe(422);
    expect(response.invalidFields).toEqual([field]);
    expect(await listStored()).toHaveLength(0);
  });

  it("may be as long as stated, and no longer", async () => {
    const send = (length: number) =>
      test.createAgent().post("/api/contact", { ...MESSAGE, message: "x".repeat(length) });
    expect((await send(CONTACT_MESSAGE_LENGTH_MAX)).status).toBe(200);
    const response = await send(CONTACT_MESSAGE_LENGTH_MAX + 1);
    expect(response.error.errors).toEqual({ message: ["At most 5000 characters."] });
  });

  it("in a robot's trap is thanked for and forgotten", async () => {
    const sent = { ...MESSAGE, website: "https://spam.example" };
    const response = await test.createAgent().post("/api/contact", sent);
    expect(response.status).toBe(200);
    expect(response.as(contactResponseSchema).message).toBe(
      "Thank you. Your message has been sent.",
    );
    expect(await listStored()).toHaveLength(0);
    expect(await test.database`SELECT 1 FROM mails`).toHaveLength(0);
  });

  it("cannot add headers to the mail", async () => {
    const sent = { ...MESSAGE, first_name: "A\r\nBcc: all@example.com", last_name: "B" };
    const response = await test.createAgent().post("/api/contact", sent);
    expect(response.status).toBe(422);
    expect(response.invalidFields).toEqual(["first_name"]);
    expect(await test.database`SELECT 1 FROM mails`).toHaveLength(0);
  });

  it("is kept even when the settings name nobody to mail it to", async () => {
    await test.database`UPDATE settings SET support_email = NULL`;
    expect((await test.createAgent().post("/api/contact", MESSAGE)).status).toBe(200);
    expect(await listStored()).toHaveLength(1);
    expect(await test.database`SELECT 1 FROM mails`).toHaveLength(0);
  });

  it("comes at most so often a minute from one person", async () => {
    const agent = test.createAgent();
    for (let count = 1; count <= CONTACT_PER_MINUTE_MAX; count++) {
      expect((await agent.post("/api/contact", MESSAGE)).status).toBe(200);
    }
    const response = await agent.post("/api/contact", MESSAGE);
    expect(response.status).toBe(429);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await test.createAgent().post("/api/contact", MESSAGE)).status).toBe(200);
    test.clock.advance(61);
    expect((await agent.post("/api/contact", MESSAGE)).status).toBe(200);
    expect(await listStored()).toHaveLength(CONTACT_PER_MINUTE_MAX + 2);
  });
});

describe("a message of long ago", () => {
  it("is deleted with its replies, a year after the last of them", async () => {
    const { id: authorId } = await createMember(test);
    const [job] = contactJobs(test.deps);
    const now = test.clock.now();
    const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
    const write = async (text: string, days: number, replyDays?: number) => {
      const [row] = await test.database<{ id: number }[]>`
        INSERT INTO contact_messages (details, message, locale, created_at)
        VALUES ('{}', ${text}, 'en', ${daysAgo(days)}) RETURNING id`;
      if (replyDays === undefined) return;
      await test.database`
        INSERT INTO contact_replies (message_id, operation_id, body, author_id, created_at)
        VALUES (${row?.id ?? 0}, gen_random_uuid(), 'Soon', ${authorId}, ${daysAgo(replyDays)})`;
    };
    await write("recent", 364);
    await write("old", 366);
    await write("old, with a recent reply", 700, 364);
    await write("old, with an old reply", 700, 366);
    await job?.run();
    expect((await listStored()).map(({ message }) => message)).toEqual([
      "recent",
      "old, with a recent reply",
    ]);
  });
});
