import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { offerHistoryResponseSchema, offerResponseSchema } from "#api/contract/offers.ts";
import { sendDueMails } from "#api/mails/mails.service.ts";
import { listViolations } from "#api/wallet/wallet.service.ts";
import {
  OFFER_UPLOAD_BYTES_MAX,
  OFFER_UPLOAD_SIDE_PX_MIN,
  OFFERS_PER_DAY_MAX,
  OFFERS_PER_MINUTE_MAX,
} from "#domain/offers.ts";
import { createMember } from "#tests/factories.ts";
import type { ApiAgent } from "#tests/setup/api/api-agent.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { readOutbox } from "#tests/setup/mail-reading.ts";
import {
  createGroups,
  createStaff,
  type Member,
  type OfferFields,
  offerOf,
  paintFile,
  SECRET_WORDS,
  sendOffer,
} from "#tests/setup/records/offers.ts";

let test: TestApi;
beforeAll(async () => {
  test = await createTestApi({ connectionsMax: 20 });
});
afterAll(() => test.close());

let maker: Member;
beforeEach(async () => {
  maker = await createMember(test);
});
afterEach(async () => {
  expect(await listViolations(test.database)).toEqual([]);
});

const historyOf = async (agent: ApiAgent) =>
  (await agent.get("/api/offer/history")).as(offerHistoryResponseSchema).payload;
const errorsOf = async (changes: Parameters<typeof sendOffer>[2]) => {
  const response = await sendOffer(test, maker.agent, changes);
  expect(response.status).toBe(422);
  return response.error.errors;
};
const read = (agent: ApiAgent, path: string | null | undefined) => agent.get(path ?? "");

describe("an offer", () => {
  it("is taken in, waits for review, and is in its maker's list", async () => {
    const before = Math.floor(test.clock.now().getTime() / 1000);
    const { styles, category } = await createGroups(test);
    const response = await sendOffer(test, maker.agent, { add_text: "PROMPT: fog" });
    expect(response.status).toBe(200);
    expect(response.as(offerResponseSchema).message).toBe(
      "Your offer has been successfully submitted and is now under review.",
    );
    const offer = offerOf(response);
    expect(offer).toMatchObject({
      title: "Fog over the bay",
      description: "Painted by a model, chosen by hand.",
      add_text: "PROMPT: fog",
      category_id: Number(category),
      style_ids: styles.map(Number),
      user_price: "120.00",
      service_price: null,
      status: "pending",
      doc_type: "other",
      doc_url: null,
      contact_details: null,
      payout: null,
    });
    expect(offer.created_at).toBeGreaterThanOrEqual(before);
    expect(offer.reply_by).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(await historyOf(maker.agent)).toEqual([offer]);
  });

  it("belongs to its maker: others have their own lists, guests none", async () => {
    await sendOffer(test, maker.agent);
    const other = await createMember(test);
    expect(await historyOf(other.agent)).toEqual([]);
    expect((await test.createAgent().get("/api/offer/history")).status).toBe(401);
    expect((await sendOffer(test, test.createAgent())).status).toBe(401);
  });

  it("stands before those that came earlier", async () => {
    for (const title of ["First", "Second"]) await sendOffer(test, maker.agent, { title });
    expect((await historyOf(maker.agent)).map((offer) => offer.title)).toEqual(["Second", "First"]);
  });

  it("needs neither description nor file from a caller that sends none", async () => {
    const response = await sendOffer(test, maker.agent, { description: null });
    expect(offerOf(response)).toMatchObject({ description: null, doc_type: "other" });
  });

  it("that lacks something says what, under the names of its fields", async () => {
    const nothing = Object.fromEntries(
      ["title", "category_id", "style_ids[]", "price", "confirm"].map((name) => [name, null]),
    );
    expect(await errorsOf(nothing)).toEqual({
      title: ["Title is required"],
      category_id: ["Category is required"],
      "style_ids[]": ["Please choose at least one style."],
      price: ["Price is required"],
      confirm: ["Please confirm that your product is created by AI."],
    });
    expect(await errorsOf({ title: "  ", confirm: "false" })).toEqual({
      title: ["Title is required"],
      confirm: ["Please confirm that your product is created by AI."],
    });
    expect(await historyOf(maker.agent)).toEqual([]);
  });

  it("names a category and styles that the shop has", async () => {
    expect(await errorsOf({ category_id: "999999", "style_ids[]": ["999999"] })).toEqual({
      category_id: ["Category is required"],
      "style_ids[]": ["Please choose at least one style."],
    });
    expect(await errorsOf({ "style_ids[]": ["nebula"] })).toEqual({
      "style_ids[]": ["Please choose at least one style."],
    });
  });

  it.each([
    ["0.01", "0.01"],
    ["149,99", "149.99"],
    ["12.5", "12.50"],
    ["99999.99", "99999.99"],
  ])("may cost %s", async (price, shown) => {
    expect(offerOf(await sendOffer(test, maker.agent, { price })).user_price).toBe(shown);
  });

  it.each([
    ["0", "The lowest price is 0.01 EUR."],
    ["0.00", "The lowest price is 0.01 EUR."],
    ["0.001", "Please enter an amount such as 12.50."],
    ["100000", "The highest price is 99999.99 EUR."],
    ["99999999", "The highest price is 99999.99 EUR."],
    ["-1", "Please enter an amount such as 12.50."],
    ["1e3", "Please enter an amount such as 12.50."],
    [" ", "Price is required"],
  ])("may not cost %j", async (price, message) => {
    expect(await errorsOf({ price })).toEqual({ price: [message] });
  });

  it("may have a title and a text as long as stated, and no longer", async () => {
    const long = { title: "x".repeat(120), description: "x".repeat(5_000) };
    expect((await sendOffer(test, maker.agent, long)).status).toBe(200);
    const longer = { title: "x".repeat(121), description: "x".repeat(5_001) };
    expect(await errorsOf(longer)).toEqual({
      title: ["At most 120 characters."],
      description: ["At most 5000 characters."],
    });
  });

  it("comes as a form with a file, not as JSON", async () => {
    const response = await maker.agent.post("/api/offer/create", { title: "Fog" });
    expect(response.status).toBe(415);
  });

  it("waits for a verified address where the settings ask for one", async () => {
    await test.database`UPDATE settings SET is_email_verification_enabled = true`;
    const response = await sendOffer(test, maker.agent);
    await test.database`UPDATE settings SET is_email_verification_enabled = false`;
    expect(response.status).toBe(403);
    expect(response.error.code).toBe("email_unverified");
  });

  it("comes at most so often a minute from one person", async () => {
    const titles = Array.from({ length: OFFERS_PER_MINUTE_MAX }, (_, index) => `Offer ${index}`);
    for (const title of titles) {
      expect((await sendOffer(test, maker.agent, { title })).status).toBe(200);
    }
    expect((await sendOffer(test, maker.agent)).status).toBe(429);
    test.clock.advance(61);
    expect((await sendOffer(test, maker.agent)).status).toBe(200);
  });

  it("is limited per person and day: each takes disk space", async () => {
    for (let count = 0; count < OFFERS_PER_DAY_MAX; count++) {
      if (count % OFFERS_PER_MINUTE_MAX === 0) test.clock.advance(61);
      expect((await sendOffer(test, maker.agent)).status).toBe(200);
    }
    test.clock.advance(61);
    const tooMany = await sendOffer(test, maker.agent);
    expect(tooMany.status).toBe(429);
    expect(Number(tooMany.headers.get("retry-after"))).toBeGreaterThan(80_000);
    test.clock.advance(24 * 60 * 60);
    // The day is over, and the session has expired.
    const again = test.createAgent();
    const { email, password } = maker;
    expect((await again.post("/api/login", { email, password })).status).toBe(200);
    expect((await sendOffer(test, again)).status).toBe(200);
  });
});

describe("an offer that is sent twice", () => {
  it("is one offer for one form, however parallel", async () => {
    const media = await paintFile("png");
    const sent = { operation_id: randomUUID(), media };
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => sendOffer(test, maker.agent, sent)),
    );
    const offers = responses.map(offerOf);
    expect(new Set(offers.map((offer) => offer.id)).size).toBe(1);
    expect(await historyOf(maker.agent)).toHaveLength(1);
    const mails = await test.database`SELECT 1 FROM mails WHERE recipient = ${maker.email}`;
    expect(mails).toHaveLength(1);
  });

  it("is one offer on a single connection too: none waits for a second one", async () => {
    const narrow = await createTestApi({ connectionsMax: 1 });
    try {
      const { agent } = await createMember(narrow);
      const sent = { operation_id: randomUUID() };
      const responses = await Promise.all([1, 2].map(() => sendOffer(narrow, agent, sent)));
      expect(new Set(responses.map((response) => offerOf(response).id)).size).toBe(1);
    } finally {
      await narrow.close();
    }
  });

  it("with other values under the same form is rejected", async () => {
    const operation = { operation_id: randomUUID() };
    await sendOffer(test, maker.agent, operation);
    const changes: OfferFields[] = [{ price: "5.00" }, { media: await paintFile("jpg") }];
    for (const change of changes) {
      const response = await sendOffer(test, maker.agent, { ...operation, ...change });
      expect(response.error.code).toBe("operation_conflict");
    }
    expect(await historyOf(maker.agent)).toHaveLength(1);
  });

  it("under the same form of somebody else is theirs", async () => {
    const operation = { operation_id: randomUUID() };
    const other = await createMember(test);
    const mine = offerOf(await sendOffer(test, maker.agent, operation));
    const theirs = offerOf(await sendOffer(test, other.agent, operation));
    expect(theirs.id).not.toBe(mine.id);
  });

  it("without a form is two offers", async () => {
    await sendOffer(test, maker.agent);
    await sendOffer(test, maker.agent);
    expect(await historyOf(maker.agent)).toHaveLength(2);
  });
});

describe("the picture of an offer", () => {
  it.each([
    ["jpg", "image/jpeg"],
    ["png", "image/png"],
    ["gif", "image/png"],
  ] as const)("may be a %s and is shown as %s without its metadata", async (format, type) => {
    const media = await paintFile(format, { name: "../../evil.php", type: "text/html" });
    const offer = offerOf(await sendOffer(test, maker.agent, { media }));
    expect(offer).toMatchObject({ doc_type: "image", doc_url: expect.stringMatching(/^\/api\//) });
    const shown = await read(maker.agent, offer.doc_url);
    expect(shown.status).toBe(200);
    expect(shown.headers.get("content-type")).toBe(type);
    expect(shown.headers.get("cache-control")).toBe("private, no-store");
    expect(shown.headers.get("x-content-type-options")).toBe("nosniff");
    expect(shown.bytes.toString("latin1")).not.toContain(SECRET_WORDS);
    expect((await sharp(shown.bytes).metadata()).width).toBe(400);
    const thumb = await read(maker.agent, offer.doc_thumb_url);
    expect(thumb.headers.get("content-type")).toBe("image/webp");
    expect((await sharp(thumb.bytes).metadata()).width).toBe(320);
  });

  it("is seen by its maker and the staff, and is nothing to others", async () => {
    const media = await paintFile("jpg");
    const { doc_url: url } = offerOf(await sendOffer(test, maker.agent, { media }));
    const staff = await createStaff(test);
    expect((await read(staff.agent, url)).status).toBe(200);
    expect((await read((await createMember(test)).agent, url)).status).toBe(404);
    expect((await read(test.createAgent(), url)).status).toBe(401);
  });

  it("that was not sent is not found", async () => {
    const { id } = offerOf(await sendOffer(test, maker.agent));
    expect((await read(maker.agent, `/api/offer/${id}/document`)).status).toBe(404);
  });

  it("is what it is, whatever it is called", async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
    const jpeg = Buffer.from(await (await paintFile("jpg")).arrayBuffer());
    const wrong = [
      new File([svg], "picture.png", { type: "image/png" }),
      new File(["<script>alert(1)</script>"], "picture.gif", { type: "image/gif" }),
      new File([new Uint8Array(jpeg.subarray(0, 200))], "half.jpg", { type: "image/jpeg" }),
      new File([], "empty.png", { type: "image/png" }),
      await paintFile("webp", { name: "picture.jpg", type: "image/jpeg" }),
    ];
    for (const media of wrong) {
      expect(await errorsOf({ media }), media.name).toEqual({
        media: ["Please upload a JPG, PNG or GIF image."],
      });
      test.clock.advance(61);
    }
    expect(await historyOf(maker.agent)).toEqual([]);
  });

  it("has at least the pixels of the smallest rendition on its longer side", async () => {
    const paint = async (side: number) => {
      const create = { width: side, height: side, channels: 3, background: "#8a7f66" } as const;
      return new File([new Uint8Array(await sharp({ create }).png().toBuffer())], "small.png");
    };
    for (const side of [1, OFFER_UPLOAD_SIDE_PX_MIN - 1]) {
      expect(await errorsOf({ media: await paint(side) })).toEqual({
        media: [
          "This image is too small. Please choose one of at least 160 pixels on the longer side.",
        ],
      });
    }
    const media = await paint(OFFER_UPLOAD_SIDE_PX_MIN);
    expect((await sendOffer(test, maker.agent, { media })).status).toBe(200);
  });

  it("may be as large as stated, and no larger", async () => {
    // A picture may be followed by any number of bytes after its end.
    const image = Buffer.from(await (await paintFile("jpg")).arrayBuffer());
    const ofSize = (bytes: number) =>
      new File([new Uint8Array(Buffer.concat([image, Buffer.alloc(bytes - image.length)]))], "a");
    const right = await sendOffer(test, maker.agent, { media: ofSize(OFFER_UPLOAD_BYTES_MAX) });
    expect(right.status).toBe(200);
    expect(await errorsOf({ media: ofSize(OFFER_UPLOAD_BYTES_MAX + 1) })).toEqual({
      media: ["File size exceeds 5MB"],
    });
    const huge = await sendOffer(test, maker.agent, { media: ofSize(16 * 1024 * 1024) });
    expect(huge.status).toBe(413);
  });
});

describe("what is said of a new offer", () => {
  it("to its maker, in their language, and to the staff", async () => {
    await test.database`DELETE FROM mails`;
    await test.database`UPDATE settings SET support_email = 'team@shop.test'`;
    const agent = test.createAgent({ locale: "de" });
    await agent.post("/api/login", { email: maker.email, password: maker.password });
    await sendOffer(test, agent, { title: "Nebel über der Bucht" });
    await sendDueMails(test.deps);
    const [toMaker, toStaff] = (await readOutbox(test.outboxFolder)).slice(-2);
    expect(toMaker?.headers).toMatchObject({
      to: maker.email,
      subject: "Ihr Angebot ist da: Nebel über der Bucht",
    });
    expect(toMaker?.text).toContain("zu Ihrem Preis von 120,00\u00a0€");
    // In half of the languages, a weekday would need declension and a comma.
    expect(toMaker?.text).toMatch(/spätestens am \d\d\.\d\d\.\d{4} von uns/);
    expect(toMaker?.text).toContain("http://localhost:3000/de/dashboard/offers");
    expect(toStaff?.headers).toMatchObject({
      to: "team@shop.test",
      "reply-to": maker.email,
      subject: "New offer: Nebel über der Bucht",
    });
    expect(toStaff?.text).toContain("Asking price: €120.00");
    expect(toStaff?.text).toMatch(/Reply by: \d\d\.\d\d\.\d{4}/);
    expect(toStaff?.text).toMatch(/http:\/\/localhost:3000\/en\/staff\/offers\/\d+/);
  });
});
