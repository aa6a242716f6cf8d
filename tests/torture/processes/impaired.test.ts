import { tmpdir } from "node:os";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createS3Files } from "#api/providers/files/s3/s3-files.ts";
import { createUser } from "#tests/factories.ts";
import type { RunningProduct } from "#tests/setup/product/running-product.ts";
import { type MailServer, startMailServer } from "#tests/setup/servers/mail-server.ts";
import { BUCKET, type Fault, type S3Server, startS3 } from "#tests/setup/servers/s3/s3-server.ts";
import { createVerificationForm } from "#tests/verification-factories.ts";
import { createStaffAgent, signIn } from "../buyers.ts";
import {
  expectWholeDocuments,
  measurePriceChange,
  startThreeProcesses,
  type ThreeProcesses,
  waitForRequests,
} from "./three-processes.ts";

// Three processes while people read and buy and their backends are impaired: a standby that is a
// minute behind, a hundred thousand mails at once, a bucket that responds slowly or wrongly, a
// database that is killed. DATABASE_KILLS adds kills.

const BEHIND_MS = 60_000;
const KILLS = Number(process.env.DATABASE_KILLS ?? 5);
const MAILS = 100_000;
/** The first of these mails are each sent once; the rest waits. */
const MAILS_SEEN = 300;
const UPLOADS = 24;

let mailServer: MailServer;
let s3: S3Server;
let shop: ThreeProcesses;
let front: RunningProduct;
beforeAll(async () => {
  s3 = await startS3();
  mailServer = await startMailServer();
  const env = {
    SMTP_URL: mailServer.url,
    S3_ENDPOINT: s3.url,
    S3_BUCKET: BUCKET,
    S3_ACCESS_KEY_ID: s3.settings.credentials?.accessKeyId ?? "",
    S3_SECRET_ACCESS_KEY: s3.settings.credentials?.secretAccessKey ?? "",
  };
  // No file of it is opened.
  const files = createS3Files(s3.settings, { scratchFolder: tmpdir() });
  shop = await startThreeProcesses(env, { files });
  front = { ...(shop.replicas[0] as RunningProduct), url: shop.balancer.url };
});
afterAll(async () => {
  await shop.remove();
  await s3.close();
  await mailServer.close();
});

it("a standby that is a minute behind is left out: no request fails, and prices are new", async () => {
  const load = shop.startLoad();
  try {
    await waitForRequests(load, 50);
    await shop.pair.pauseStandby();
    const startedAt = performance.now();
    const slowest: number[] = [];
    for (let change = 1; performance.now() - startedAt < BEHIND_MS; change++) {
      slowest.push(await measurePriceChange(shop, 140 - change));
      await waitForRequests(load, 50);
    }
    console.info(`a price, with a standby behind, after (ms): ${slowest.join(", ")}`);
    await shop.pair.resumeStandby();
    // While the standby catches up, it cancels reads of rows that have changed meanwhile.
    const countReads = () => shop.pair.countReads().catch(() => 0);
    const readsBefore = await countReads();
    // Lists come from the standby again.
    await expect.poll(countReads).toBeGreaterThan(readsBefore);
  } finally {
    await load.stop();
  }
  console.info(`a standby behind: ${load.requests} requests, ${load.failed.length} failed`);
  expect(load.failed).toEqual([]);
  await shop.expectNothingLost();
});

it(`${MAILS} mails at once hold up nobody, and each is sent once`, async () => {
  // The mails of earlier purchases are not counted.
  const listOurs = () => mailServer.received.filter(({ to }) => to.startsWith("queued-"));
  await shop.database`
    INSERT INTO mails (recipient, subject, body_text, body_html, created_at, queued_at, due_at)
    SELECT 'queued-' || n || '@example.com', 'News', 'News', '<p>News</p>', now(), now(),
      now() - interval '1 hour'
    FROM generate_series(1, ${MAILS}) AS n`;
  const load = shop.startLoad();
  try {
    await expect.poll(() => listOurs().length, { timeout: 240_000 }).toBeGreaterThan(MAILS_SEEN);
  } finally {
    await load.stop();
  }
  await shop.database`DELETE FROM mails WHERE recipient LIKE 'queued-%'`;
  const ours = listOurs().map(({ to }) => to);
  console.info(
    `${ours.length} of ${MAILS} mails: ${load.requests} requests, ${load.failed.length} failed`,
  );
  expect(new Set(ours).size).toBe(ours.length);
  expect(load.failed).toEqual([]);
  await shop.expectNothingLost();
});

it("a bucket that responds slowly or wrongly loses no document that was acknowledged", async () => {
  const FAULTS: (Fault | null)[] = [
    null,
    { kind: "error", status: 503, code: "SlowDown" },
    { kind: "reset" },
    null,
    { kind: "error", status: 500, code: "InternalError" },
    { kind: "raw", status: 200, body: "<html>a proxy</html>", type: "text/html" },
    { kind: "hang" },
  ];
  let turn = 0;
  const load = shop.startLoad();
  const sent: number[] = [];
  const statuses: Record<number, number> = {};
  try {
    s3.setFault(({ method, key }) =>
      method === "PUT" && key.startsWith("documents/")
        ? (FAULTS[turn++ % FAULTS.length] ?? null)
        : null,
    );
    const uploaders = Array.from({ length: UPLOADS }, async () => {
      const { email } = await createUser(shop.database);
      const agent = await signIn(front, email);
      const form = await createVerificationForm();
      const response = await agent.post("/api/user/verification", form);
      statuses[response.status] = (statuses[response.status] ?? 0) + 1;
      if (response.status !== 200) return;
      sent.push(
        (response.body as { payload: { verification: { id: number } } }).payload.verification.id,
      );
    });
    await Promise.all(uploaders);
  } finally {
    s3.setFault(null);
    await load.stop();
  }
  console.info(`${UPLOADS} uploads, ${turn} parts of them asked of the bucket`, statuses);
  expect(
    Object.keys(statuses).filter((one) => !["200", "502", "503", "507"].includes(one)),
  ).toEqual([]);
  expect(load.failed).toEqual([]);
  expect(turn).toBeGreaterThan(UPLOADS);
  await expectWholeDocuments(await createStaffAgent(front, shop.database), sent);
});

it(`${KILLS} kills of the database end no process and lose nothing it acknowledged`, {
  timeout: KILLS * 120_000,
}, async () => {
  const load = shop.startLoad();
  try {
    for (let kill = 0; kill < KILLS; kill++) {
      await waitForRequests(load, 50);
      await shop.pair.killPrimary();
      await waitForRequests(load, 20);
      await shop.pair.startPrimary();
      for (const { url } of shop.replicas) {
        const isReady = () => fetch(`${url}/readyz`).then(({ ok }) => ok);
        await expect.poll(isReady).toBe(true);
      }
    }
    await waitForRequests(load, 50);
  } finally {
    await load.stop();
  }
  const { requests, failed } = load;
  console.info(`${KILLS} kills of the database: ${requests} requests, ${failed.length} rejected`);
  // Nothing but "try again later".
  expect(failed.filter((line) => !line.endsWith(": 503"))).toEqual([]);
  expect(failed.length).toBeGreaterThan(0);
  expect(shop.replicas.map(({ process }) => process.exitCode)).toEqual([null, null, null]);
  await shop.expectNothingLost();
});
