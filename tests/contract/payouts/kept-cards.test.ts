import { describe, expect, it } from "vitest";
import { listJobs } from "#api/background.ts";
import { setUpStaffApi } from "#tests/setup/api/staff-api.ts";
import type { TestApi } from "#tests/setup/api/test-api.ts";
import { confirmCard, createCardSeller, giveCard, startCard } from "#tests/setup/money/cards.ts";
import { createPricedOffer, type Member } from "#tests/setup/records/offers.ts";

// The data about sellers' cards that is stored here and at the payout provider.

let test: TestApi;
let staff: Member;
setUpStaffApi((created) => {
  ({ test, staff } = created);
});

const createSeller = () => createCardSeller(test, staff);

/** Creates a seller who has accepted, paid to a card. */
async function createCardPayout() {
  const { maker, offer } = await createSeller();
  expect((await confirmCard(maker, offer, await giveCard(maker, offer))).status).toBe(200);
  return maker;
}

async function runJob(name: string) {
  const job = listJobs(test.deps).find((one) => one.name === name);
  if (!job) throw new Error(`there is no job: ${name}`);
  await job.run();
}

/** Sends the due payouts and completes them. */
async function settleCardPayouts() {
  await runJob("pay out to cards");
  test.clock.advance(61);
  for (const { jobs } of test.deps.cardPayouts.all) for (const job of jobs ?? []) await job.run();
}

const remove = (maker: Member & { password: string }) =>
  maker.agent.delete("/api/user/delete", { password: maker.password });

const removeUnowned = () => runJob("delete unowned cards at their providers");
/** Lists the cards at the provider, and the records here of cards to be deleted there. */
const listKept = async () => [
  ...(await test.database`SELECT ref FROM sandbox_cards`),
  ...(await test.database`SELECT id FROM unowned_cards`),
];

function requireSandbox() {
  const sandbox = test.deps.cardPayouts.find("sandbox");
  if (!sandbox) throw new Error("there is no sandbox");
  return sandbox;
}

/** Returns the tokens that the job deletes an hour later, when each page has had a card entered. */
async function removeEntered(): Promise<string[]> {
  const sandbox = requireSandbox();
  const { findCard, deleteCard } = sandbox;
  const shown = { brand: "visa", last4: "4242", expMonth: 12, expYear: 2030 };
  const deleted: string[] = [];
  sandbox.findCard = async () => ({ token: "card_late", ...shown });
  sandbox.deleteCard = async (token) => void deleted.push(token);
  test.clock.advance(3_600);
  await removeUnowned();
  Object.assign(sandbox, { findCard, deleteCard });
  expect(await test.database`SELECT 1 FROM unowned_cards`).toHaveLength(0);
  return deleted;
}

describe("what is kept of cards", () => {
  it("is removed with the account, here and at the provider", async () => {
    const maker = await createCardPayout();
    const spare = await createPricedOffer(test, { staff, maker }, "10.00");
    await giveCard(maker, spare);
    expect((await remove(maker)).error.code).toBe("payout_open");
    await settleCardPayouts();
    expect((await remove(maker)).status).toBe(200);
    const cards = await test.database<{ token: Buffer | null; last4: string; contact: unknown }[]>`
      SELECT token_sealed AS token, last4, contact FROM payout_cards`;
    expect(cards).toEqual([{ token: null, last4: "4242", contact: null }]);
    expect(await listKept()).toEqual([]);
  });

  it("does not keep an account whose provider is away, and is removed there later", async () => {
    const maker = await createCardPayout();
    const spare = await createPricedOffer(test, { staff, maker }, "10.00");
    await giveCard(maker, spare);
    await settleCardPayouts();
    const sandbox = requireSandbox();
    const { deleteCard } = sandbox;
    sandbox.deleteCard = () => Promise.reject(new Error("the provider is away"));
    expect((await remove(maker)).status).toBe(200);
    const warned = "a card could not be deleted at its provider";
    const countWarnings = () => test.logged.filter(({ msg }) => msg === warned).length;
    expect(countWarnings()).toBe(2);
    const ours = await test.database`SELECT token_sealed AS token, contact FROM payout_cards`;
    expect(ours).toEqual([{ token: null, contact: null }]);
    await removeUnowned();
    expect(countWarnings()).toBe(2);
    test.clock.advance(3_600);
    await removeUnowned();
    expect(countWarnings()).toBe(4);
    sandbox.deleteCard = deleteCard;
    await removeUnowned();
    expect(await test.database`SELECT 1 FROM sandbox_cards`).toHaveLength(2);
    test.clock.advance(3_600);
    await removeUnowned();
    expect(await listKept()).toEqual([]);
  });

  it("is removed at the provider though a clock that was a year ahead has postponed it", async () => {
    const maker = await createCardPayout();
    await settleCardPayouts();
    const sandbox = requireSandbox();
    const { deleteCard } = sandbox;
    sandbox.deleteCard = () => Promise.reject(new Error("the provider is away"));
    expect((await remove(maker)).status).toBe(200);
    sandbox.deleteCard = deleteCard;
    await test.database`UPDATE unowned_cards SET due_at = due_at + interval '365 days'`;
    await removeUnowned();
    expect(await listKept()).toEqual([]);
  });

  it("is removed at the provider though it was entered after the account was deleted", async () => {
    const { maker, offer } = await createSeller();
    await startCard(maker.agent, offer);
    expect((await remove(maker)).status).toBe(200);
    expect(await removeEntered()).toEqual(["card_late"]);
  });

  it("is not waited for once its page has been closed for a day", async () => {
    const { maker, offer } = await createSeller();
    await startCard(maker.agent, offer);
    expect((await remove(maker)).status).toBe(200);
    const isKept = async () => (await test.database`SELECT 1 FROM unowned_cards`).length > 0;
    test.clock.advance(24 * 3_600);
    await removeUnowned();
    expect(await isKept()).toBe(true);
    test.clock.advance(3_600);
    await removeUnowned();
    expect(await isKept()).toBe(false);
  });

  it("cannot be entered once the job no longer looks for one: a page ends with its visit", async () => {
    const { maker, offer } = await createSeller();
    await startCard(maker.agent, offer);
    const ends = await test.database`
      SELECT payout_cards.expires_at AS visit, sandbox_cards.expires_at AS page
      FROM payout_cards JOIN sandbox_cards ON ref = provider_ref WHERE payout_cards.user_id = ${maker.id}`;
    expect(ends).toEqual([{ visit: ends[0]?.visit, page: ends[0]?.visit }]);
    expect((await remove(maker)).status).toBe(200);
    const [kept] = await test.database`SELECT expires_at FROM unowned_cards`;
    expect(kept?.expires_at).toEqual(ends[0]?.visit);
    await test.database`DELETE FROM unowned_cards`;
  });

  it("is removed though its page was made while the account was deleted", async () => {
    const { maker, offer } = await createSeller();
    const sandbox = requireSandbox();
    const { createCardPage } = sandbox;
    sandbox.createCardPage = async (request) => {
      const page = await createCardPage(request);
      expect((await remove(maker)).status).toBe(200);
      return page;
    };
    const response = await startCard(maker.agent, offer);
    sandbox.createCardPage = createCardPage;
    expect(response.error.code).toBe("payment_unavailable");
    expect(await removeEntered()).toEqual(["card_late"]);
  });

  it("waits for a provider that is not configured, and for a secret that is missing", async () => {
    const maker = await createCardPayout();
    await settleCardPayouts();
    const { cardPayouts } = test.deps;
    const { find } = cardPayouts;
    cardPayouts.find = () => null;
    expect((await remove(maker)).status).toBe(200);
    cardPayouts.find = find;
    const { config } = test.deps;
    const { sessionSecrets } = config;
    config.sessionSecrets = ["another secret of 32 characters, or more"];
    test.clock.advance(3_600);
    await removeUnowned();
    expect(await test.database`SELECT 1 FROM sandbox_cards`).toHaveLength(1);
    config.sessionSecrets = sessionSecrets;
    test.clock.advance(3_600);
    await removeUnowned();
    expect(await listKept()).toEqual([]);
  });

  it("is removed once the records of its payout may be, here and at the provider", async () => {
    await createCardPayout();
    await settleCardPayouts();
    const forget = () => runJob("forget who got old payouts");
    const cards = () => test.database`
      SELECT token_sealed IS NULL AS "isErased", brand, last4 FROM payout_cards`;
    await forget();
    expect(await cards()).toEqual([{ isErased: false, brand: "visa", last4: "4242" }]);
    await test.database`UPDATE payouts SET changed_at = changed_at - interval '9 years'`;
    await forget();
    expect(await cards()).toEqual([{ isErased: true, brand: "", last4: "" }]);
    await removeUnowned();
    expect(await listKept()).toEqual([]);
  });

  it("does not outlast a visit that came to nothing", async () => {
    const { maker, offer } = await createSeller();
    await giveCard(maker, offer);
    test.clock.advance(26 * 3_600);
    await runJob("delete unused card visits");
    expect(await test.database`SELECT 1 FROM payout_cards`).toHaveLength(0);
    await removeUnowned();
    expect(await listKept()).toEqual([]);
  });
});
