import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generationResponseSchema } from "#api/contract/generations.ts";
import { createUser, giveCredits, PASSWORD } from "#tests/factories.ts";
import { ApiAgent } from "#tests/setup/api/api-agent.ts";
import { findLink } from "#tests/setup/mail-reading.ts";
import { balanceOf, lastDepositOf, openDeposit } from "#tests/setup/money/top-up.ts";
import { type RunningProduct, startProduct } from "#tests/setup/product/running-product.ts";
import { createShiftedClock } from "#tests/setup/product/shifted-clock.ts";
import { CONSENT } from "#tests/setup/records/consent.ts";
import { freePort } from "#tests/setup/servers/free-port.ts";
import { type MailServer, startMailServer } from "#tests/setup/servers/mail-server.ts";
import { filesOf, insertProducts, withDatabase } from "./buyers.ts";

// Three processes on one database whose clocks disagree: the first is in step with the database,
// the second is a day ahead, and the third's is changed while it runs. No user may notice.

const SESSION_SECONDS = 2 * 60 * 60;
const GIFT_CENTS = 10_000;
const LOGIN_ATTEMPTS = 5;
const MAILS = 8;
/** So slow that another process would take over a mail whose lease seems to have expired. */
const MAIL_SERVER_MS = 300;
/**
 * Enough for a process to notice that its clock was changed, and for its jobs to run after that.
 */
const NOTICED_MS = 5_000;

const ahead = createShiftedClock("+1d");
const set = createShiftedClock("+0");
let mailServer: MailServer;
const replicas: RunningProduct[] = [];
let appUrl: string;
let promptId: number;

beforeAll(async () => {
  const port = await freePort();
  mailServer = await startMailServer(MAIL_SERVER_MS);
  appUrl = `http://localhost:${port}`;
  const env = {
    ...{ SEED_DEMO: "0", LOG_LEVEL: "warn", TRUST_PROXY: "1", APP_URL: appUrl },
    ...{ SMTP_URL: mailServer.url, ALLOW_SANDBOX: "1" },
  };
  replicas.push(await startProduct({ port, env }));
  const { dataDir } = replicas[0] as RunningProduct;
  for (const clock of [ahead, set]) {
    replicas.push(await startProduct({ env: { ...env, ...clock.env }, dataDir }));
  }
  await withShop(async (database) => {
    [promptId = 0] = await insertProducts(
      { database, files: filesOf(replicas[0] as RunningProduct) },
      1,
    );
  });
});
afterAll(async () => {
  // They share the data, so all must have exited before it is removed.
  await Promise.all(replicas.map((replica) => replica.stop()));
  await replicas[0]?.remove();
  await mailServer.close();
  for (const clock of [ahead, set]) clock.remove();
});

const withShop: (work: Parameters<typeof withDatabase>[1]) => Promise<void> = (work) =>
  withDatabase(replicas[0] as RunningProduct, work);

/** Returns a browser at one process, with the cookies of another browser if given. */
function browse(index: number, cookiesOf?: ApiAgent): ApiAgent {
  const { url } = replicas[index] as RunningProduct;
  const visit = (request: Request) => fetch(new Request(request.url.replace(appUrl, url), request));
  const agent = new ApiAgent(visit, { appUrl });
  return cookiesOf ? agent.takeCookiesOf(cookiesOf) : agent;
}

async function createMember(): Promise<string> {
  let made = "";
  await withShop(async (database) => {
    const { id, email } = await createUser(database);
    await giveCredits(database, id, GIFT_CENTS);
    made = email;
  });
  return made;
}

async function signIn(index: number, email: string): Promise<ApiAgent> {
  const agent = browse(index);
  const response = await agent.post("/api/login", { email, password: PASSWORD });
  expect(response.status, response.text).toBe(200);
  return agent;
}

const places = [0, 1, 2];

describe.each(["-1h", "+1d"])("a clock that is set to %s", (offset) => {
  it("keeps everybody signed in", async () => {
    const agents = await Promise.all(places.map(async (at) => signIn(at, await createMember())));
    set.set(offset);
    await pause(NOTICED_MS);
    for (const agent of agents) {
      for (const at of places) expect(await browse(at, agent).isSignedIn()).toBe(true);
    }
  });

  it.each(places)("signs in by %i for as long as the database says", async (at) => {
    const email = await createMember();
    const agent = await signIn(at, email);
    for (const other of places) expect(await browse(other, agent).isSignedIn()).toBe(true);
    await withShop(async (database) => {
      const [row] = await database<{ seconds: number }[]>`
        SELECT extract(epoch FROM max(s.expires_at) - now())::float8 AS seconds
        FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.email = ${email}`;
      expect(Math.abs((row?.seconds ?? 0) - SESSION_SECONDS)).toBeLessThan(60);
    });
  });

  it.each(places)("takes a guest's form from %i by the others", async (at) => {
    const guest = browse(at);
    await guest.fetchToken();
    for (const other of places) {
      const body = { email: await createMember(), password: PASSWORD };
      const response = await browse(other, guest).post("/api/login", body);
      expect(response.status, response.text).toBe(200);
    }
  });

  it.each(places)("counts what %i has counted", async (at) => {
    const email = await createMember();
    const { ip } = browse(at);
    const tryAt = (place: number, password: string) =>
      browse(place).post("/api/login", { email, password }, { headers: { "x-forwarded-for": ip } });
    for (let tries = 0; tries < LOGIN_ATTEMPTS; tries++) await tryAt(at, "wrong");
    for (const place of places) {
      expect((await tryAt(place, PASSWORD)).text).toContain("Too many");
    }
  });

  it.each(places)("leaves the payments of %i open, and takes them once", async (at) => {
    const agent = await signIn(at, await createMember());
    const { token } = await openDeposit(agent);
    // The jobs of the other processes have looked at it.
    await pause(NOTICED_MS);
    const [next, last] = [browse((at + 1) % 3, agent), browse((at + 2) % 3, agent)];
    const paid = await next.post(`/api/sandbox/payments/${token}`, { decision: "pay" });
    expect(paid.status, paid.text).toBe(200);
    await expect.poll(async () => (await lastDepositOf(last))?.status).toBe("success");
    expect(await balanceOf(last)).toBe(GIFT_CENTS + 1_000);
  });

  it("sends each mail once, with a link that every process opens", async () => {
    const emails = await Promise.all(Array.from({ length: MAILS }, createMember));
    await Promise.all(
      emails.map((email, index) => browse(index % 3).post("/api/user/reset-password", { email })),
    );
    // Meanwhile, other buyers get their receipts by mail.
    const sent = () => mailServer.received.filter(({ to }) => emails.includes(to));
    const recipients = () =>
      sent()
        .map(({ to }) => to)
        .sort();
    await expect.poll(recipients).toEqual([...emails].sort());
    await pause(NOTICED_MS);
    expect(recipients()).toEqual([...emails].sort());
    for (const [index, { to, text }] of sent().entries()) {
      const token = findLink(text, "/reset-password").searchParams.get("token");
      const password = randomUUID();
      const response = await browse((index + 1) % 3).post("/api/reset-password", {
        ...{ token, email: to, password, password_confirmation: password },
      });
      expect(response.status, response.text).toBe(200);
    }
  });

  it.each(places)("makes a picture that %i was asked for once", async (at) => {
    const agent = await signIn(at, await createMember());
    const body = { prompt_id: promptId, consent: CONSENT };
    expect((await agent.post("/api/purchase/prompt", body)).status).toBe(200);
    const asked = await agent.post("/api/purchase/generate-image", {
      ...{ prompt_id: promptId, wait_seconds: 0, size: "1024x1024", format: "png" },
      operation_id: randomUUID(),
    });
    const { id } = asked.as(generationResponseSchema).payload;
    const stateOf = async () =>
      (await browse((at + 1) % 3, agent).get(`/api/generations/${id}`)).as(generationResponseSchema)
        .payload.state;
    await expect.poll(stateOf).toBe("done");
    await withShop(async (database) => {
      const [row] = await database`SELECT attempts FROM generations WHERE id = ${id}`;
      expect(row).toEqual({ attempts: 1 });
    });
  });
});
