import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createUser } from "#tests/factories.ts";
import { ApiAgent } from "#tests/setup/api/api-agent.ts";
import { type RunningProduct, startProduct } from "#tests/setup/product/running-product.ts";
import {
  type KillableServer,
  killInTurn,
  startKillable,
} from "#tests/setup/servers/killable-server.ts";
import { type MailServer, startMailServer } from "#tests/setup/servers/mail-server.ts";
import { BUCKET, type S3Server, startS3 } from "#tests/setup/servers/s3/s3-server.ts";
import { createVerificationForm } from "#tests/verification-factories.ts";
import { createStaffAgent, signIn, withDatabase } from "./buyers.ts";

// The bucket and the mail server are killed in turn while people upload documents and request
// mails. PART_KILLS makes it longer.

const KILLS = Number(process.env.PART_KILLS ?? 8);
const UPLOADERS = 2;
const PARTS = ["document_front", "document_back", "address_document"];

/** Some mails are received and never confirmed. */
const MAIL_SERVER_MS = 20;

let mailServer: MailServer;
let s3: S3Server;
let bucket: KillableServer;
let mail: KillableServer;
let product: RunningProduct;

beforeAll(async () => {
  s3 = await startS3();
  mailServer = await startMailServer(MAIL_SERVER_MS);
  bucket = await startKillable({ port: Number(new URL(s3.url).port) });
  mail = await startKillable(mailServer);
  product = await startProduct({
    env: {
      ...{ SEED_DEMO: "0", LOG_LEVEL: "warn", TRUST_PROXY: "1" },
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      S3_ENDPOINT: `http://127.0.0.1:${bucket.port}`,
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY_ID: s3.settings.credentials?.accessKeyId ?? "",
      S3_SECRET_ACCESS_KEY: s3.settings.credentials?.secretAccessKey ?? "",
    },
  });
});
afterAll(async () => {
  await product.remove();
  await Promise.all([bucket.kill(), mail.kill()]);
  await s3.close();
  await mailServer.close();
});

async function createMember(): Promise<string> {
  const made: string[] = [];
  await withDatabase(product, async (database) => {
    made.push((await createUser(database)).email);
  });
  return made[0] ?? "";
}

it(`loses nothing it acknowledged in ${KILLS} kills of the bucket and of the mail server`, {
  timeout: KILLS * 60_000,
}, async () => {
  let isOver = false;
  let failed = 0;
  const sent: number[] = [];
  const mailed: string[] = [];
  const work = Array.from({ length: UPLOADERS }, async () => {
    while (!isOver) {
      const email = await createMember();
      const guest = new ApiAgent((request) => fetch(request), { appUrl: product.url });
      const asked = await guest.post("/api/user/reset-password", { email });
      if (asked.status === 200) mailed.push(email);
      else failed += 1;
      const agent = await signIn(product, email);
      const path = "/api/user/verification";
      const response = await agent.post(path, await createVerificationForm());
      // Nothing but success and a readable "try again".
      expect([200, 502, 503, 507]).toContain(response.status);
      if (response.status !== 200) failed += 1;
      else {
        const { payload } = response.body as { payload: { verification: { id: number } } };
        sent.push(payload.verification.id);
      }
    }
  });
  await killInTurn([bucket, mail], KILLS);
  isOver = true;
  await Promise.all(work);
  console.info(
    `${KILLS} kills of each: ${sent.length} uploads, ${mailed.length} mails, ${failed} rejected`,
  );

  const countMails = async () => {
    let count = 0;
    await withDatabase(product, async (database) => {
      // Makes the retries due now, as if the time until the next attempt had passed.
      const waiting = await database`UPDATE mails SET due_at = least(due_at, now())`;
      count = waiting.count;
    });
    return count;
  };
  // Mails go out at ten a second at most.
  await expect.poll(countMails, { interval: 1_000, timeout: 600_000 }).toBe(0);
  const received = new Set(mailServer.received.map(({ to }) => to));
  expect(mailed.filter((email) => !received.has(email))).toEqual([]);
  let staff: ApiAgent | undefined;
  await withDatabase(product, async (database) => {
    staff = await createStaffAgent(product, database);
  });
  expect(sent.length).toBeGreaterThanOrEqual(KILLS);
  for (const id of sent) {
    for (const part of PARTS) {
      const document = await staff?.get(`/api/staff/verifications/${id}/documents/${part}`);
      expect(document?.status).toBe(200);
      expect(await sharp(document?.bytes).metadata()).toMatchObject({ width: 480, height: 320 });
    }
  }
});
