import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { contactResponseSchema } from "#api/contract/contact.ts";
import {
  staffMessageResponseSchema,
  staffMessagesResponseSchema,
} from "#api/contract/staff/contact.ts";
import { sendDueMails } from "#api/mails/mails.service.ts";
import { createMember } from "#tests/factories.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { readOutbox } from "#tests/setup/mail-reading.ts";
import { createStaff, type Member } from "#tests/setup/records/offers.ts";

let test: TestApi;
let staff: Member;
beforeAll(async () => {
  test = await createTestApi();
  staff = await createStaff(test);
  await test.database`UPDATE settings SET support_email = 'help@shop.test'`;
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.database`TRUNCATE contact_messages CASCADE`;
  await test.database`DELETE FROM mails`;
});

const write = async (changes: object = {}) => {
  const sent = {
    first_name: "Mari",
    email: "mari@example.com",
    message: "Wo ist <es>?",
    ...changes,
  };
  const response = await test.createAgent({ locale: "de" }).post("/api/contact", sent);
  return response.as(contactResponseSchema).reference ?? "";
};
const list = async (query = "") =>
  (await staff.agent.get(`/api/staff/messages${query}`)).as(staffMessagesResponseSchema);
const open = async (id: number | string) =>
  (await staff.agent.get(`/api/staff/messages/${id}`)).as(staffMessageResponseSchema).payload;
const idOf = async (reference: string) => (await list(`?q=${reference}`)).payload[0]?.id ?? "";
const reply = (id: number | string, changes: object = {}) =>
  staff.agent.post(`/api/staff/messages/${id}/reply`, {
    operation_id: randomUUID(),
    message: "Es ist unterwegs.\n\nGruß",
    ...changes,
  });

describe("messages to us in the desk", () => {
  it("are listed with their counts, found by number, name, address and words", async () => {
    const reference = await write();
    await write({ first_name: "Bo", email: "bo_b@example.com", message: "100% sure" });
    const { payload, counts, meta } = await list();
    expect(payload.map(({ name }) => name)).toEqual(["Bo", "Mari"]);
    expect(counts).toEqual({ new: 2, read: 0, replied: 0, closed: 0 });
    expect(meta.total).toBe(2);
    const found = async (q: string) =>
      (await list(`?q=${encodeURIComponent(q)}`)).payload.map(({ name }) => name);
    expect(await found(reference.toLowerCase())).toEqual(["Mari"]);
    expect(await found("bo_b")).toEqual(["Bo"]);
    expect(await found("o_o")).toEqual([]);
    expect(await found("100%")).toEqual(["Bo"]);
    expect(await found("WO IST")).toEqual(["Mari"]);
    expect((await list("?status=closed")).payload).toEqual([]);
  });

  it("become read when they are opened, which is logged without what they say", async () => {
    const id = await idOf(await write());
    expect((await open(id)).status).toBe("read");
    expect((await list("?status=read")).payload).toHaveLength(1);
    const [logged] = await test.database`
      SELECT actor_id, action, subject_id, before, after FROM audit_log ORDER BY id DESC LIMIT 1`;
    expect(logged).toEqual({
      actor_id: staff.id,
      action: "message.view",
      subject_id: String(id),
      before: null,
      after: null,
    });
  });

  it("are replied to by mail, once, in the sender's language and under the number", async () => {
    const reference = await write();
    const id = await idOf(reference);
    await test.database`DELETE FROM mails`;
    const operationId = randomUUID();
    const replies = await Promise.all(
      [1, 2, 3].map(() => reply(id, { operation_id: operationId })),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    await sendDueMails(test.deps);
    const mails = (await readOutbox(test.outboxFolder)).filter(
      ({ headers }) => headers["reply-to"] === "help@shop.test",
    );
    expect(mails).toHaveLength(1);
    const [mail] = mails;
    expect(mail?.headers).toMatchObject({
      to: "mari@example.com",
      subject: `Re: Ihre Nachricht ${reference}`,
    });
    expect(mail?.text).toContain("Es ist unterwegs.\n\nGruß");
    expect(mail?.text).toContain("Wo ist <es>?");
    expect(mail?.html).toContain("Wo ist &lt;es&gt;?");
    const message = await open(id);
    expect(message.status).toBe("replied");
    expect(message.replies).toMatchObject([{ author: staff.email }]);
  });

  it("are not replied to by the operation of another reply, message or person", async () => {
    const [id, other] = [await idOf(await write()), await idOf(await write())];
    const operation_id = randomUUID();
    expect((await reply(id, { operation_id })).status).toBe(200);
    const colleague = await createMember(test, { role: "staff" });
    const message = "Es ist unterwegs.\n\nGruß";
    const conflicts = [
      await reply(id, { operation_id, message: "Es ist da." }),
      await reply(id, { operation_id, is_closing: true }),
      await reply(other, { operation_id }),
      await colleague.agent.post(`/api/staff/messages/${id}/reply`, { operation_id, message }),
    ];
    expect(conflicts.map((response) => response.error.code)).toEqual(
      Array(4).fill("operation_conflict"),
    );
    expect((await reply(id, { operation_id, message: ` ${message} ` })).status).toBe(200);
    expect((await open(id)).replies).toHaveLength(1);
    expect(await open(other)).toMatchObject({ replies: [], status: "read" });
  });

  it("are not replied to twice by two who read them at the same time", async () => {
    const id = await idOf(await write());
    const replies = (await open(id)).replies.length;
    const first = { operation_id: randomUUID(), replies };
    expect((await reply(id, first)).status).toBe(200);
    const second = await reply(id, { replies });
    expect(second.rejection).toEqual([409, "message_changed"]);
    expect((await open(id)).replies).toHaveLength(1);
    // Sending the first one again returns the existing reply.
    expect((await reply(id, first)).status).toBe(200);
    expect((await reply(id, { replies: 1 })).status).toBe(200);
    // Blank is not the number 0.
    expect((await reply(id, { replies: "" })).status).toBe(200);
    expect((await reply(id, { replies: null })).status).toBe(200);
    expect((await reply(id, { replies: "0" })).status).toBe(409);
    expect((await open(id)).replies).toHaveLength(4);
  });

  it("are closed, with a reply or without, and opened again", async () => {
    const id = await idOf(await write());
    expect((await reply(id, { is_closing: true })).status).toBe(200);
    expect((await open(id)).status).toBe("closed");
    const path = `/api/staff/messages/${id}/status`;
    expect((await staff.agent.post(path, { status: "read" })).status).toBe(200);
    expect((await open(id)).status).toBe("read");
    expect((await staff.agent.post(path, { status: "gone" })).status).toBe(422);
  });

  it("are nothing to staff without the right, and a number that is none is not found", async () => {
    const id = await idOf(await write());
    const { agent } = await createMember(test, { role: "staff", staffRole: "finance" });
    expect((await agent.get("/api/staff/messages")).status).toBe(404);
    expect((await agent.get(`/api/staff/messages/${id}`)).status).toBe(404);
    expect((await reply("999999")).status).toBe(404);
    expect((await reply(id, { message: " " })).status).toBe(422);
    expect((await open(id)).replies).toEqual([]);
  });
});
