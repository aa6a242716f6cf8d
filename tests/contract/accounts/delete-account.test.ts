import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { purchaseResponseSchema } from "#api/contract/purchases.ts";
import { withdrawalOptionsResponseSchema } from "#api/contract/withdrawals.ts";
import { SESSION_COOKIE } from "#api/http/cookies.ts";
import { listViolations } from "#api/wallet/wallet.service.ts";
import { withdrawals } from "#api/withdrawals/withdrawals.ts";
import {
  createMember,
  createProduct,
  createUser,
  giveCredits,
  PASSWORD,
} from "#tests/factories.ts";
import type { ApiAgent } from "#tests/setup/api/api-agent.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { balanceOf, fillDeposit, openDeposit, sendReport } from "#tests/setup/money/top-up.ts";
import { CONSENT } from "#tests/setup/records/consent.ts";
import { queuedMailsTo } from "#tests/setup/records/queued-mails.ts";
import { createVerificationForm } from "#tests/verification-factories.ts";

// Deleting an account: the personal data goes, the ledger stays.

let test: TestApi;
beforeAll(async () => {
  test = await createTestApi({ connectionsMax: 20 });
});
afterEach(async () => {
  expect(await listViolations(test.database)).toEqual([]);
});
afterAll(() => test.close());

/** The statuses for an ended session: 401, or earlier 419 because of its token. */
const GONE = [401, 419];
const remove = (agent: ApiAgent, body: Record<string, unknown> = {}) =>
  agent.delete("/api/user/delete", { password: PASSWORD, ...body });
const userRow = async (id: number) => {
  const [row] = await test.database`SELECT * FROM users WHERE id = ${id}`;
  return row;
};
const balanceRow = async (id: number) => {
  const [row] = await test.database<{ cents: number }[]>`
    SELECT balance_cents AS cents FROM ledger_accounts WHERE user_id = ${id}`;
  return row?.cents;
};
const depositRows = (userId: number) =>
  test.database<{ status: string; contact: unknown; needs_review: string | null }[]>`
    SELECT status, contact, needs_review FROM deposits WHERE user_id = ${userId} ORDER BY id`;
const platformCents = async (kind: string) => {
  const [row] = await test.database<{ cents: number }[]>`
    SELECT coalesce(sum(CASE WHEN p.destination_account_id = a.id THEN p.amount_cents
      ELSE -p.amount_cents END), 0)::bigint AS cents
    FROM ledger_accounts a LEFT JOIN ledger_postings p
      ON a.id IN (p.source_account_id, p.destination_account_id)
    WHERE a.kind = ${kind}`;
  return row?.cents ?? 0;
};
const buy = (agent: ApiAgent, productId: number, given: object = { consent: CONSENT }) =>
  agent.post("/api/purchase/prompt", { prompt_id: productId, ...given });

describe("deleting an account", () => {
  it("leaves nobody behind: a row without a person, and no session anywhere", async () => {
    const { agent, id, email } = await createMember(test, {
      name: "Zoë",
      surname: "Ōta",
      phone: "+372 600 1000",
      locale: "et",
      isEmailVerified: true,
      verificationStatus: "approved",
    });
    const address = { address: "Pikk 1", city: "Tallinn", post_code: "10123", country: "EE" };
    expect((await agent.put("/api/user/profile", address)).status).toBe(200);
    const remembered = test.createAgent();
    await remembered.post("/api/login", { email, password: PASSWORD, remember: true });
    const response = await remove(agent);
    expect(response.status).toBe(200);
    expect(response.body).toEqual({ status: "OK" });
    expect(await userRow(id)).toMatchObject({
      email: `deleted-user-${id}@invalid`,
      password_hash: "",
      name: null,
      surname: null,
      phone: null,
      address: null,
      city: null,
      post_code: null,
      country: null,
      locale: null,
      email_verified_at: null,
      verification_status: "none",
      deleted_at: expect.any(Date),
    });
    expect(await agent.isSignedIn()).toBe(false);
    expect(await remembered.isSignedIn()).toBe(false);
    remembered.cookies.delete(SESSION_COOKIE);
    expect(await remembered.isSignedIn()).toBe(false);
    expect((await agent.get("/api/user/profile")).status).toBe(401);
    const login = await test.createAgent().post("/api/login", { email, password: PASSWORD });
    expect(login.error.message).toBe("The email address or the password is wrong.");
    const mails = await queuedMailsTo(test, email);
    // In the account's language; the mail about the second sign-in was still waiting.
    expect(mails.map((mail) => mail.subject)).toEqual(["Your account has been deleted"]);
  });

  it("takes what was the person's own, and nothing of another's", async () => {
    const { agent, id, email } = await createMember(test, { isEmailVerified: true });
    const other = await createMember(test);
    const product = await createProduct(test);
    for (const member of [agent, other.agent]) {
      await member.post(`/api/wishlist/toggle/${product.id}`);
    }
    for (const address of [email, other.email]) {
      await test.createAgent().post("/api/newsletter/subscribe", { email: address });
    }
    const { amount: _, payment_method: __, operation_id: ___, ...details } = fillDeposit();
    await agent.post("/api/contact", { ...details, message: "Where is my order?" });
    await remove(agent);
    const [left] = await test.database`
      SELECT (SELECT count(*) FROM wishlist_items WHERE user_id = ${id}) AS favorites,
        (SELECT count(*) FROM wishlist_items WHERE user_id = ${other.id}) AS "otherFavorites",
        (SELECT count(*) FROM newsletter_subscribers WHERE email = ${email}) AS letters,
        (SELECT count(*) FROM newsletter_subscribers WHERE email = ${other.email}) AS "otherLetters",
        (SELECT count(*) FROM contact_messages WHERE user_id = ${id}) AS "linkedMessages",
        (SELECT count(*) FROM contact_messages WHERE user_id IS NULL) AS messages,
        (SELECT count(*) FROM sessions WHERE user_id = ${id}) AS sessions,
        (SELECT count(*) FROM rate_limits WHERE bucket LIKE 'password:%') AS limits`;
    expect(left).toEqual({
      favorites: 0,
      otherFavorites: 1,
      letters: 0,
      otherLetters: 1,
      linkedMessages: 0,
      messages: 1,
      sessions: 0,
      limits: 0,
    });
  });

  it("leaves the newsletter of an unconfirmed address, which may be another person's", async () => {
    const { agent, email } = await createMember(test);
    await test.createAgent().post("/api/newsletter/subscribe", { email });
    await test.database`UPDATE newsletter_subscribers SET confirmed_at = now() WHERE email = ${email}`;
    expect((await remove(agent)).status).toBe(200);
    const rows = await test.database`SELECT 1 FROM newsletter_subscribers WHERE email = ${email}`;
    expect(rows).toHaveLength(1);
  });

  it("takes verifications along, their documents too", async () => {
    const { agent, id } = await createMember(test);
    const sent = await agent.post("/api/user/verification", await createVerificationForm());
    expect(sent.status).toBe(200);
    const [again] = await Promise.all([
      agent.post("/api/user/verification", await createVerificationForm()),
      remove(agent),
    ]);
    expect([...GONE, 409, 422]).toContain(again.status);
    const [left] = await test.database`
      SELECT (SELECT count(*) FROM verifications WHERE user_id = ${id}) AS verifications,
        (SELECT count(*) FROM verification_documents d JOIN verifications v
          ON v.id = d.verification_id WHERE v.user_id = ${id}) AS documents`;
    expect(left).toEqual({ verifications: 0, documents: 0 });
    expect((await userRow(id))?.verification_status).toBe("none");
  });

  it("frees the address: it can register anew, as somebody else", async () => {
    const { agent, id, email } = await createMember(test, { name: "Before" });
    await remove(agent);
    const body = { email, password: PASSWORD, password_confirmation: PASSWORD, terms: true };
    expect((await agent.post("/api/register", body)).status).toBe(201);
    const profile = (await agent.get("/api/user/profile")).body;
    expect(profile).toMatchObject({ payload: { email, name: null, balance: "0.00" } });
    expect(profile).not.toMatchObject({ payload: { id } });
    expect((await remove(agent)).status).toBe(200);
  });

  it("is rejected with a wrong password, or none", async () => {
    const { agent, email } = await createMember(test);
    const wrong = (await remove(agent, { password: "a guess" })).fieldErrors;
    expect(wrong).toEqual({ password: ["The password is incorrect."] });
    const none = (await remove(agent, { password: "" })).fieldErrors;
    expect(none).toEqual({ password: ["Password is required"] });
    expect(await agent.isSignedIn()).toBe(true);
    expect(
      (await test.createAgent().post("/api/login", { email, password: PASSWORD })).status,
    ).toBe(200);
  });

  it("is for the signed-in, with their token, and takes the body as a form too", async () => {
    expect((await remove(test.createAgent())).status).toBe(401);
    const { agent, id } = await createMember(test);
    const headers = { "x-xsrf-token": "x" };
    const forged = await agent.delete("/api/user/delete", { password: PASSWORD }, { headers });
    expect(forged.status).toBe(419);
    await giveCredits(test.database, id, 100);
    const form = new URLSearchParams({ password: PASSWORD, forfeit_balance: "on" }).toString();
    const options = { headers: { "content-type": "application/x-www-form-urlencoded" } };
    expect((await agent.request("DELETE", "/api/user/delete", form, options)).status).toBe(200);
  });

  it("sent five times at once deletes once", async () => {
    const { agent, id, email } = await createMember(test);
    await giveCredits(test.database, id, 700);
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => remove(agent, { forfeit_balance: true })),
    );
    const [first, ...others] = responses.map((response) => response.status).sort();
    expect(first).toBe(200);
    for (const status of others) expect(GONE).toContain(status);
    expect(await balanceRow(id)).toBe(0);
    expect(await queuedMailsTo(test, email)).toHaveLength(1);
  });

  it("leaves no way in for a sign-in at the same time", async () => {
    const { agent, email, id } = await createMember(test);
    const others = Array.from({ length: 8 }, () => test.createAgent());
    await Promise.all(others.map((other) => other.fetchToken()));
    await Promise.all([
      remove(agent),
      ...others.map((other) => other.post("/api/login", { email, password: PASSWORD })),
    ]);
    const signedIn = await Promise.all(others.map((other) => other.isSignedIn()));
    expect(signedIn.filter(Boolean)).toEqual([]);
    expect(await test.database`SELECT 1 FROM sessions WHERE user_id = ${id}`).toHaveLength(0);
  });

  it("keeps the database from holding a deleted person's data", async () => {
    const { id } = await createUser(test.database);
    const half = test.database`UPDATE users SET deleted_at = now() WHERE id = ${id}`;
    await expect(half).rejects.toMatchObject({ code: "23514" });
  });
});

describe("a balance", () => {
  it("is given up only when that is said, and goes to our account", async () => {
    const { agent, id } = await createMember(test);
    await giveCredits(test.database, id, 1250);
    const revenue = await platformCents("revenue");
    const confirm = { forfeit_balance: ["Please confirm that you give up this money."] };
    expect((await remove(agent)).fieldErrors).toEqual(confirm);
    expect((await remove(agent, { forfeit_balance: false })).fieldErrors).toEqual(confirm);
    expect(await balanceOf(agent)).toBe(1250);
    const body = { forfeit_balance: true, expected_balance: "12.50" };
    expect((await remove(agent, body)).status).toBe(200);
    expect(await balanceRow(id)).toBe(0);
    expect(await platformCents("revenue")).toBe(revenue + 1250);
    const [posted] = await test.database`
      SELECT kind, source_id FROM ledger_transactions WHERE source_id = ${String(id)} AND kind = 'forfeit'`;
    expect(posted).toEqual({ kind: "forfeit", source_id: String(id) });
  });

  it("is given up also where it is more than a single amount can be", async () => {
    const { agent, id } = await createMember(test);
    await giveCredits(test.database, id, 10_000_001);
    const body = { forfeit_balance: true, expected_balance: "100000.01" };
    expect((await remove(agent, body)).status).toBe(200);
    expect(await balanceRow(id)).toBe(0);
  });

  it("is never given up at an amount that was not seen", async () => {
    const { agent, id } = await createMember(test);
    await giveCredits(test.database, id, 1251);
    for (const expected of ["12.50", "1.251", "x"]) {
      const body = { forfeit_balance: true, expected_balance: expected };
      expect((await remove(agent, body)).fieldErrors).toEqual({
        forfeit_balance: ["Your balance has changed. Please check it again."],
      });
    }
    expect(await balanceOf(agent)).toBe(1251);
  });

  it("is bought with or given up, never both, when 20 buys and a deletion come at once", async () => {
    const { agent, id } = await createMember(test);
    await giveCredits(test.database, id, 2_000);
    const products = await Promise.all(Array.from({ length: 20 }, () => createProduct(test)));
    const before = await platformCents("revenue");
    const [deleted, ...buys] = await Promise.all([
      remove(agent, { forfeit_balance: true }),
      ...products.map((product) => buy(agent, product.id)),
    ]);
    expect(deleted.status).toBe(200);
    for (const { status } of buys) expect([200, 402, ...GONE]).toContain(status);
    const bought = buys.filter((response) => response.status === 200).length;
    const orders = await test.database`SELECT 1 FROM orders WHERE user_id = ${id}`;
    expect(orders).toHaveLength(bought);
    expect(await balanceRow(id)).toBe(0);
    expect(await platformCents("revenue")).toBe(before + 2_000);
  });

  it("of nothing is not asked about; what was bought stays in the ledger", async () => {
    const { agent, id } = await createMember(test);
    await giveCredits(test.database, id, 150);
    const product = await createProduct(test, { priceCents: 150 });
    await buy(agent, product.id);
    expect((await remove(agent)).status).toBe(200);
    const orders = await test.database`SELECT product_id FROM orders WHERE user_id = ${id}`;
    expect(orders).toEqual([{ product_id: product.id }]);
  });
});

describe("orders that can still be withdrawn from", () => {
  const openOrder = async () => {
    const { agent, id } = await createMember(test);
    await giveCredits(test.database, id, 1_000);
    const locked = await createProduct(test, { priceCents: 400 });
    const open = await createProduct(test, { priceCents: 150 });
    expect((await buy(agent, open.id)).status).toBe(200);
    const bought = await buy(agent, locked.id, {});
    const { order } = bought.as(purchaseResponseSchema).payload;
    return { agent, id, orderId: Number(order.id) };
  };
  const total = async (agent: ApiAgent) => {
    const response = await agent.get("/api/withdrawals/options");
    return response.as(withdrawalOptionsResponseSchema).payload.orders_total;
  };

  it("are given up only when that is said, at the sum that was seen", async () => {
    const { agent, id } = await openOrder();
    expect(await total(agent)).toBe("4.00");
    const seen = { expected_balance: "4.50", expected_orders: "4.00" };
    expect((await remove(agent, seen)).fieldErrors).toEqual({
      forfeit_balance: ["Please confirm that you give up this money."],
    });
    const given = { ...seen, forfeit_balance: true };
    const changed = {
      forfeit_balance: [
        "The purchases you can withdraw from have changed. Please check them again.",
      ],
    };
    for (const expected of [undefined, "3.99", "x"]) {
      const body = { ...given, expected_orders: expected };
      expect((await remove(agent, body)).fieldErrors).toEqual(changed);
    }
    const revenue = await platformCents("revenue");
    expect((await remove(agent, given)).status).toBe(200);
    // The payments for the orders were revenue before.
    expect(await platformCents("revenue")).toBe(revenue + 450);
    expect(await balanceRow(id)).toBe(0);
  });

  it("are asked about where no balance is left", async () => {
    const { agent, id } = await createMember(test);
    await giveCredits(test.database, id, 400);
    await buy(agent, (await createProduct(test, { priceCents: 400 })).id, {});
    expect((await remove(agent)).fieldErrors).toHaveProperty("forfeit_balance");
    expect((await remove(agent, { forfeit_balance: true, expected_orders: "4.00" })).status).toBe(
      200,
    );
  });

  it("are not asked about once they are open, withdrawn from, or too old", async () => {
    const opened = await openOrder();
    const consent = { consent: CONSENT };
    const path = `/api/purchase/${opened.orderId}/consent`;
    expect((await opened.agent.post(path, consent)).status).toBe(200);
    const withdrawn = await openOrder();
    const statement = { name: "Bea Buyer", email: "bea@example.com", subject: "order" };
    const contract = String(withdrawn.orderId);
    const body = { operation_id: randomUUID(), destination: "wallet", ...statement, contract };
    expect((await withdrawn.agent.post("/api/withdrawals", body)).status).toBe(200);
    const old = await openOrder();
    await test.database`
      UPDATE orders SET created_at = now() - interval '30 days' WHERE id = ${old.orderId}`;
    for (const { agent } of [opened, withdrawn, old]) {
      expect(await total(agent)).toBe("0.00");
      expect((await remove(agent, { forfeit_balance: true })).status).toBe(200);
    }
  });
});

describe("a deposit", () => {
  it("that is pending keeps the account until it is decided", async () => {
    const { agent } = await createMember(test);
    const { ref } = await openDeposit(agent);
    const response = await remove(agent);
    expect(response.status).toBe(422);
    expect(response.body).toEqual({
      status: "ERROR",
      code: "deposit_pending",
      message:
        "One of your deposits is still being processed. You can delete your account after that.",
    });
    expect(await agent.isSignedIn()).toBe(true);
    await sendReport(test, { ref, outcome: "failed" });
    expect((await remove(agent)).status).toBe(200);
  });

  it("that was paid keeps name and country for the ledger, any other nothing", async () => {
    const { agent, id } = await createMember(test);
    const paid = await openDeposit(agent);
    await sendReport(test, { ref: paid.ref });
    const failed = await openDeposit(agent);
    await sendReport(test, { ref: failed.ref, outcome: "failed" });
    await remove(agent, { forfeit_balance: true });
    expect(await depositRows(id)).toEqual([
      {
        status: "success",
        contact: { first_name: "Bea", last_name: "Buyer", country: "EE" },
        needs_review: null,
      },
      { status: "failed", contact: {}, needs_review: null },
    ]);
  });

  it("that is paid after all waits in suspense for a person, once", async () => {
    const { agent, id } = await createMember(test);
    const { ref } = await openDeposit(agent);
    await sendReport(test, { ref, outcome: "expired" });
    await remove(agent);
    const suspense = await platformCents("suspense");
    test.logged.length = 0;
    const reports = [
      sendReport(test, { ref }),
      sendReport(test, { ref }),
      sendReport(test, { ref }),
    ];
    for (const { status } of await Promise.all(reports)) expect(status).toBe(200);
    expect(await platformCents("suspense")).toBe(suspense + 1_000);
    expect(await balanceRow(id)).toBe(0);
    expect(await depositRows(id)).toMatchObject([
      { status: "success", needs_review: "paid after the account was deleted" },
    ]);
    const alerts = test.logged.filter((line) => line.level === 50);
    expect(alerts).toHaveLength(1);
    // Nobody is left to receive a receipt.
    const receipts = await test.database`SELECT 1 FROM documents WHERE user_id = ${id}`;
    expect(receipts).toHaveLength(0);
  });

  it("and a deletion at the same time: credited before, rejected, or in suspense", async () => {
    for (let round = 0; round < 6; round++) {
      const { agent, id } = await createMember(test);
      const { ref } = await openDeposit(agent);
      await sendReport(test, { ref, outcome: "expired" });
      const suspense = await platformCents("suspense");
      const [deleted, report] = await Promise.all([
        remove(agent, { forfeit_balance: true }),
        sendReport(test, { ref }),
      ]);
      expect([deleted.status, report.status]).toEqual([200, 200]);
      expect(await balanceRow(id)).toBe(0);
      const waiting = (await platformCents("suspense")) - suspense;
      expect([0, 1_000]).toContain(waiting);
      expect(await listViolations(test.database)).toEqual([]);
    }
  });

  it("cannot be opened by who is gone meanwhile", async () => {
    for (let round = 0; round < 4; round++) {
      const { agent, id } = await createMember(test);
      const [deleted, ...opened] = await Promise.all([
        remove(agent),
        ...Array.from({ length: 4 }, () => agent.post("/api/deposit/checkout", fillDeposit())),
      ]);
      const rows = await depositRows(id);
      if (deleted.status === 200) {
        // A checkout that got in before the deletion has no page yet, and no personal data.
        expect(rows.map((row) => row.contact)).toEqual(rows.map(() => ({})));
      } else expect(deleted.error.code).toBe("deposit_pending");
      for (const { status } of opened) expect([200, ...GONE]).toContain(status);
    }
  });
});

describe("a withdrawal", () => {
  const send = (agent: ApiAgent, email: string, contract: string) => {
    const statement = { name: "Bea Buyer", email, subject: "order", contract };
    const body = { operation_id: randomUUID(), destination: "wallet", ...statement };
    return agent.post("/api/withdrawals", body);
  };
  const senders = (userId: number) =>
    test.database<{ id: number; status: string; name: string; email: string }[]>`
      SELECT id, status, name, email FROM withdrawals WHERE user_id = ${userId} ORDER BY id`;
  const runJobs = async () => {
    for (const job of withdrawals.jobs?.(test.deps) ?? []) await job.run();
  };

  it("in review keeps its sender until it is decided, and no longer", async () => {
    const staff = await createMember(test, { role: "staff" });
    const { agent, id, email } = await createMember(test);
    const kept = await createMember(test);
    await giveCredits(test.database, id, 400);
    const product = await createProduct(test, { priceCents: 400 });
    const bought = await buy(agent, product.id, {});
    const { order } = bought.as(purchaseResponseSchema).payload;
    expect((await send(agent, email, String(order.id))).status).toBe(200);
    expect((await send(agent, email, "the green one")).status).toBe(200);
    // Sent while signed out, with the address of the account.
    expect((await send(test.createAgent(), email, String(order.id))).status).toBe(200);
    await send(kept.agent, kept.email, "the blue one");
    expect((await remove(agent, { forfeit_balance: true })).status).toBe(200);
    await runJobs();
    const open = { status: "review", name: "Bea Buyer", email };
    expect(await senders(id)).toMatchObject([
      { status: "refunded", name: "", email: "" },
      open,
      open,
    ]);

    for (const { id: statement } of [
      ...(await senders(id)).slice(1),
      ...(await senders(kept.id)),
    ]) {
      const path = `/api/staff/withdrawals/${statement}/resolve`;
      expect((await staff.agent.post(path, { note: "Replied" })).status).toBe(200);
    }
    await runJobs();
    const decided = { status: "resolved", name: "", email: "" };
    expect((await senders(id)).slice(1)).toMatchObject([decided, decided]);
    expect(await senders(kept.id)).toMatchObject([{ name: "Bea Buyer", email: kept.email }]);
  });
});
