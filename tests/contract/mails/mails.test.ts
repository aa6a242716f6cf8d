import { createServer } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { mailJobs } from "#api/mails/mails.jobs.ts";
import { GIVE_UP_ATTEMPTS_MIN, queueMail, sendDueMails } from "#api/mails/mails.service.ts";
import { createSmtpMail, SEND_TIMEOUT_MS } from "#api/providers/mail/smtp.ts";
import { CONSENT_VERSION } from "#domain/withdrawal.ts";
import { createMember, createProduct, giveCredits } from "#tests/factories.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { type ReadMail, readMail, readOutbox } from "#tests/setup/mail-reading.ts";
import { readPdf } from "#tests/setup/read-pdf.ts";
import { freePort } from "#tests/setup/servers/free-port.ts";

const PASSWORD = "letmein";
const SENDER = { name: "Promptory", address: "shop@promptory.test" };
type Post = { mail: ReadMail; from: string; to: string[] };

/** A mail server that accepts the mails that a test configures. */
class PostOffice {
  readonly posts: Post[] = [];
  readonly #server: SMTPServer;

  constructor() {
    this.#server = new SMTPServer({
      authMethods: ["PLAIN", "LOGIN"],
      disabledCommands: ["STARTTLS"],
      onAuth: (auth, _session, done) =>
        auth.password === PASSWORD ? done(null, { user: auth.username }) : done(new Error("No")),
      onRcptTo: (address, _session, done) => {
        const { local } = /^(?<local>[^@]+)@/.exec(address.address)?.groups ?? {};
        const code = local === "nobody" ? 550 : local === "busy" ? 450 : 0;
        done(code ? Object.assign(new Error("Not this one"), { responseCode: code }) : null);
      },
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on("data", (chunk: Buffer) => chunks.push(chunk));
        stream.on("end", () => {
          const { mailFrom, rcptTo } = session.envelope;
          this.posts.push({
            mail: readMail(Buffer.concat(chunks)),
            from: mailFrom ? mailFrom.address : "",
            to: rcptTo.map(({ address }) => address),
          });
          done();
        });
      },
    });
  }

  open(port: number): Promise<void> {
    return new Promise((resolve) => void this.#server.listen(port, "127.0.0.1", resolve));
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#server.close(resolve));
  }
}

let port = 0;
let test: TestApi;
beforeAll(async () => {
  port = await freePort();
  const url = `smtp://shop:${PASSWORD}@127.0.0.1:${port}`;
  test = await createTestApi({
    mail: createSmtpMail({ url, from: SENDER, now: () => new Date() }),
  });
});
afterAll(async () => {
  await test.deps.mail.close();
  await test.close();
});
beforeEach(async () => {
  await test.database`DELETE FROM mails`;
  test.logged.length = 0;
});

const queue = (to: string) =>
  queueMail(test.deps, test.database, {
    to,
    subject: "Grüße aus Tallinn",
    replyTo: "support@promptory.test",
    headers: { "List-Unsubscribe": "<https://shop.test/leave>" },
    content: {
      locale: "en",
      sender: "Promptory",
      heading: "Hello",
      paragraphs: ["Prices < 5 € & more"],
      action: { label: "Open", url: "https://shop.test/?a=1&b=2" },
      closing: ["Bye"],
    },
  });
const listWaiting = () =>
  test.database<
    { recipient: string; attempts: number; last_error: string | null; is_lost: boolean }[]
  >`SELECT recipient, attempts, last_error, gave_up_at IS NOT NULL AS is_lost FROM mails ORDER BY id`;

describe("with a mail server", () => {
  let office: PostOffice;
  beforeEach(async () => {
    office = new PostOffice();
    await office.open(port);
  });
  afterEach(() => office.close());

  it("a mail arrives whole: sender, reader, text, HTML and headers", async () => {
    await queue("reader@example.com");
    await sendDueMails(test.deps);
    expect(office.posts).toHaveLength(1);
    const [post] = office.posts;
    expect(post).toMatchObject({ from: "shop@promptory.test", to: ["reader@example.com"] });
    expect(post?.mail.headers).toMatchObject({
      from: "Promptory <shop@promptory.test>",
      to: "reader@example.com",
      subject: "Grüße aus Tallinn",
      "reply-to": "support@promptory.test",
      "list-unsubscribe": "<https://shop.test/leave>",
      "message-id": expect.stringMatching(/^<mail-\d+-\d+@localhost>$/),
    });
    expect(post?.mail.text).toContain("Prices < 5 € & more");
    expect(post?.mail.text).toContain("Open:\nhttps://shop.test/?a=1&b=2");
    expect(post?.mail.html).toContain("Prices &lt; 5 € &amp; more");
    expect(post?.mail.html).toContain('href="https://shop.test/?a=1&amp;b=2"');
    expect([...(await listWaiting())]).toEqual([]);
  });

  it("a document for money arrives with it, as a PDF that opens", async () => {
    const buyer = await createMember(test);
    const product = await createProduct(test, { priceCents: 250 });
    await giveCredits(test.database, buyer.id, 250);
    const consent = { version: CONSENT_VERSION, language: "en" };
    await buyer.agent.post("/api/purchase/prompt", { prompt_id: product.id, consent });
    await sendDueMails(test.deps);
    const mail = office.posts.find(({ to }) => to.includes(buyer.email))?.mail;
    expect(mail?.headers.subject).toMatch(/^Your order \d+: Stripes$/);
    expect(mail?.text).toContain("I agree that delivery begins at once");
    expect(mail?.attachments.map(({ fileName, type }) => [fileName, type])).toEqual([
      [expect.stringMatching(/^order-\d+\.pdf$/), "application/pdf"],
      [expect.stringMatching(/^inv-\d{4}-\d{6}\.pdf$/), "application/pdf"],
    ]);
    const pdf = await readPdf(mail?.attachments[1]?.bytes ?? Buffer.alloc(0));
    expect(pdf.title).toMatch(/^Invoice INV-/);
    expect(pdf.text).toContain("Stripes");
  });

  it("a reader who does not exist is given up, and keeps nobody waiting", async () => {
    await queue("nobody@example.com");
    await queue("reader@example.com");
    await sendDueMails(test.deps);
    expect(office.posts.map(({ to }) => to)).toEqual([["reader@example.com"]]);
    expect(await listWaiting()).toMatchObject([
      { recipient: "nobody@example.com", attempts: 1, is_lost: true },
    ]);
    test.clock.advance(29 * 24 * 60 * 60);
    for (const job of mailJobs(test.deps)) await job.run();
    expect(await listWaiting()).toHaveLength(1);
    test.clock.advance(2 * 24 * 60 * 60);
    for (const job of mailJobs(test.deps)) await job.run();
    expect(await listWaiting()).toHaveLength(0);
  });

  it("a mailbox that is busy is tried again later", async () => {
    await queue("busy@example.com");
    await sendDueMails(test.deps);
    expect(await listWaiting()).toMatchObject([{ attempts: 1, is_lost: false }]);
  });

  it("a process that stops sends no further mail, and loses none", async () => {
    for (const name of ["one", "two", "three"]) await queue(`${name}@example.com`);
    const stopping = new AbortController();
    const { mail } = test.deps;
    const send: typeof mail.send = async (message) => {
      stopping.abort();
      await mail.send(message);
    };
    await sendDueMails({ ...test.deps, mail: { ...mail, send } }, stopping.signal);
    expect(office.posts.map(({ to }) => to)).toEqual([["one@example.com"]]);
    await sendDueMails(test.deps);
    expect(office.posts).toHaveLength(3);
  });

  it("several processes send each mail once", async () => {
    const readers = Array.from({ length: 12 }, (_, index) => `reader-${index}@example.com`);
    for (const reader of readers) await queue(reader);
    await Promise.all([1, 2, 3].map(() => sendDueMails(test.deps)));
    expect(office.posts.flatMap(({ to }) => to).sort()).toEqual([...readers].sort());
  });

  it("a wrong password is the operator's to fix: nothing is given up", async () => {
    const url = `smtp://shop:wrong@127.0.0.1:${port}`;
    const wrong = createSmtpMail({ url, from: SENDER, now: test.clock.now });
    await queue("reader@example.com");
    await sendDueMails({ ...test.deps, mail: wrong });
    await wrong.close();
    const [row] = await listWaiting();
    expect(row).toMatchObject({ attempts: 1, is_lost: false });
    expect(row?.last_error).not.toContain("wrong@");
    test.clock.advance(31);
    await sendDueMails(test.deps);
    expect(office.posts).toHaveLength(1);
  });
});

describe("a mail server that never comes to an end", () => {
  it("holds a mail up for a while only, and the next attempt sends it", async () => {
    const stutter = createServer((socket) => {
      socket.write("220 stutter.test\r\n");
      const lines = setInterval(() => socket.write("250-still here\r\n"), 20);
      socket.on("error", () => {}).on("close", () => clearInterval(lines));
    });
    await new Promise<void>((resolve) => void stutter.listen(port, "127.0.0.1", resolve));
    const options = { url: `smtp://127.0.0.1:${port}`, from: SENDER, now: test.clock.now };
    const mail = createSmtpMail({ ...options, sendTimeoutMs: 200 });
    await queue("reader@example.com");
    await sendDueMails({ ...test.deps, mail });
    await new Promise((resolve) => stutter.close(resolve));
    expect(await listWaiting()).toMatchObject([{ attempts: 1, is_lost: false }]);

    const office = new PostOffice();
    await office.open(port);
    test.clock.advance(31);
    await sendDueMails(test.deps);
    await office.close();
    expect(office.posts).toHaveLength(1);
  });
});

describe("a mail server that is down", () => {
  it("loses nothing: mails wait, longer after each attempt, and go out when it is back", async () => {
    await queue("first@example.com");
    await queue("second@example.com");
    const attempts = async () => (await listWaiting()).map((row) => row.attempts);
    await sendDueMails(test.deps);
    // The second waits with the first: the server is down for both.
    expect(await attempts()).toEqual([1, 0]);
    test.clock.advance(29);
    await sendDueMails(test.deps);
    expect(await attempts()).toEqual([1, 1]);
    test.clock.advance(2);
    await sendDueMails(test.deps);
    expect(await attempts()).toEqual([2, 1]);
    test.clock.advance(24 * 60 * 60);
    const office = new PostOffice();
    await office.open(port);
    await sendDueMails(test.deps);
    await office.close();
    expect(office.posts.flatMap(({ to }) => to).sort()).toEqual([
      "first@example.com",
      "second@example.com",
    ]);
    expect(await listWaiting()).toHaveLength(0);
  });

  it("for four days is given up on, and said in the log", async () => {
    await queue("late@example.com");
    test.clock.advance(4 * 24 * 60 * 60 + 1);
    for (let attempt = 1; attempt < GIVE_UP_ATTEMPTS_MIN; attempt++) {
      await sendDueMails(test.deps);
      expect(await listWaiting()).toMatchObject([{ attempts: attempt, is_lost: false }]);
      test.clock.advance(60 * 60 + 1);
    }
    test.logged.length = 0;
    await sendDueMails(test.deps);
    expect(await listWaiting()).toMatchObject([{ recipient: "late@example.com", is_lost: true }]);
    expect(test.logged).toMatchObject([{ msg: "a mail was given up" }]);
  });

  it("while the clock is a year ahead ends no mail, and none waits for that year", async () => {
    const year = 365 * 24 * 60 * 60;
    await queue("before@example.com");
    await sendDueMails(test.deps);
    test.clock.advance(year);
    await queue("meanwhile@example.com");
    await sendDueMails(test.deps);
    await sendDueMails(test.deps);
    test.clock.advance(-year);
    expect((await listWaiting()).map((row) => [row.recipient, row.is_lost])).toEqual([
      ["before@example.com", false],
      ["meanwhile@example.com", false],
    ]);
    const office = new PostOffice();
    await office.open(port);
    await sendDueMails(test.deps);
    await office.close();
    expect(office.posts.flatMap(({ to }) => to).sort()).toEqual([
      "before@example.com",
      "meanwhile@example.com",
    ]);
  });

  it("lets the age of a mail begin when the clock is right again", async () => {
    const year = 365 * 24 * 60 * 60;
    test.clock.advance(year);
    await queue("meanwhile@example.com");
    test.clock.advance(-year);
    await sendDueMails(test.deps);
    const [row] = await test.database<{ waitsFrom: Date; isDueSoon: boolean }[]>`
      SELECT queued_at AS "waitsFrom",
        due_at < ${test.clock.now()}::timestamptz + interval '1 minute' AS "isDueSoon" FROM mails`;
    expect(row?.isDueSoon).toBe(true);
    expect(row?.waitsFrom.getTime()).toBeLessThanOrEqual(test.clock.now().getTime());
  });

  it("that disconnects in the middle costs an attempt, not the mail", async () => {
    const rude = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => void rude.listen(port, "127.0.0.1", resolve));
    await queue("reader@example.com");
    await sendDueMails(test.deps);
    await new Promise((resolve) => rude.close(resolve));
    expect(await listWaiting()).toMatchObject([{ attempts: 1, is_lost: false }]);
  });
});

it("a process that dies while sending leaves the mail to the next", async () => {
  const dying = { name: "dying", send: () => new Promise<never>(() => {}), close: async () => {} };
  await queue("reader@example.com");
  void sendDueMails({ ...test.deps, mail: dying });
  await expect.poll(async () => (await listWaiting())[0]?.attempts).toBe(1);
  const office = new PostOffice();
  await office.open(port);
  await sendDueMails(test.deps);
  expect(office.posts).toHaveLength(0);
  // Its documents may take two minutes, and sending it as long as a server may take.
  test.clock.advance(2 * 60 + SEND_TIMEOUT_MS / 1_000 - 1);
  await sendDueMails(test.deps);
  expect(office.posts).toHaveLength(0);
  test.clock.advance(2);
  await sendDueMails(test.deps);
  await office.close();
  expect(office.posts).toHaveLength(1);
});

it("a mail that ends every process that sends it is taken ever less often, and given up", async () => {
  const dying = { name: "dying", send: () => new Promise<never>(() => {}), close: async () => {} };
  await queue("reader@example.com");
  const attempts = async () => (await listWaiting())[0]?.attempts;
  const dieWith = async (attempt: number) => {
    void sendDueMails({ ...test.deps, mail: dying });
    await expect.poll(attempts).toBe(attempt);
  };
  for (let death = 1; death <= 6; death++) {
    await dieWith(death);
    test.clock.advance(60 * 60 + 1);
  }
  await dieWith(7);
  // The pause after a seventh failed attempt.
  test.clock.advance(31 * 60);
  await sendDueMails(test.deps);
  expect(await attempts()).toBe(7);
  test.clock.advance(2 * 60);
  await dieWith(8);
  await test.database`UPDATE mails SET attempts = 150, due_at = created_at`;
  await sendDueMails(test.deps);
  expect(await listWaiting()).toMatchObject([
    { is_lost: true, last_error: "each attempt ended its process" },
  ]);
  expect(test.logged).toMatchObject([{ msg: "a mail was given up" }]);
});

it("a mail whose transaction is undone is never sent", async () => {
  const undone = test.database.begin(async (sql) => {
    await queueMail(test.deps, sql, {
      to: "reader@example.com",
      subject: "No",
      content: { locale: "en", sender: "P", heading: "No", paragraphs: [], closing: [] },
    });
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  expect(await listWaiting()).toHaveLength(0);
});

it("without a mail server mails become files that any mail program opens, and a line in the log", async () => {
  const plain = await createTestApi();
  await queueMail(plain.deps, plain.database, {
    to: "reader@example.com",
    subject: "Tere õhtust",
    content: {
      locale: "ar",
      sender: "Promptory",
      heading: "مرحبا",
      paragraphs: [],
      facts: [["Name", "Mari"]],
      quote: "A\nB",
      closing: [],
    },
  });
  await sendDueMails(plain.deps);
  const [mail, ...others] = await readOutbox(plain.outboxFolder);
  expect(others).toEqual([]);
  expect(mail?.headers).toMatchObject({ to: "reader@example.com", subject: "Tere õhtust" });
  expect(mail?.text).toBe("مرحبا\n\nName: Mari\n\nA\nB\n\n-- \nPromptory\n");
  expect(mail?.html).toContain('dir="rtl"');
  expect(plain.logged).toMatchObject([{ msg: "mail written" }]);
  expect(JSON.stringify(plain.logged)).not.toMatch(/reader@|Tere õhtust/);
  await plain.close();
});
