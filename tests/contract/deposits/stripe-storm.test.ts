import pLimit from "p-limit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { reconcilePending } from "#api/deposits/deposits.jobs.ts";
import { createRandom } from "#api/providers/images/art-engine/random.ts";
import { listViolations } from "#api/wallet/wallet.service.ts";
import { createMember } from "#tests/factories.ts";
import { balanceOf } from "#tests/setup/money/top-up.ts";
import type { StripeEvent } from "#tests/setup/servers/stripe/account.ts";
import { StripeShop } from "#tests/setup/servers/stripe/stripe-shop.ts";

/** `npm run test:stripe` uses 1,000. */
const DEPOSITS = Number(process.env.STRIPE_DEPOSITS ?? 40);
const CONCURRENT_REQUESTS_MAX = 8;
/** Below the limit for one member. */
const PER_MEMBER = 5;
const TIMES_MAX = 20;
const EARLY_SHARE = 0.3;

let shop: StripeShop;
beforeAll(async () => {
  shop = await StripeShop.open();
});
afterAll(() => shop.close());

it("deposits are credited once each, with webhooks repeated, shuffled, early and lost", async () => {
  const { test, stripe } = shop;
  const random = createRandom(2_026).next;
  const limit = pLimit(CONCURRENT_REQUESTS_MAX);
  const members = await Promise.all(
    Array.from({ length: Math.ceil(DEPOSITS / PER_MEMBER) }, () => limit(() => createMember(test))),
  );
  const sent: StripeEvent[] = [];
  let early = 0;
  let lost = 0;
  // The payer is faster than Stripe's response to us: the webhooks find a deposit without a page.
  stripe.onSession = async ({ id }) => {
    if (random() >= EARLY_SHARE) return;
    early += 1;
    stripe.account.pay(id);
    const [event] = stripe.account.events.splice(0);
    if (event) await shop.send(event);
  };
  await Promise.all(
    Array.from({ length: DEPOSITS }, (_, index) =>
      limit(async () => {
        const member = members[index % members.length];
        if (member) await shop.deposit(member.agent, { amount: "1.00" });
      }),
    ),
  );
  stripe.onSession = async () => {};
  for (const { id, status } of stripe.account.sessions.values()) {
    if (status === "open") stripe.account.pay(id);
    for (const event of stripe.account.events.splice(0)) {
      const isLost = random() < 0.1;
      if (isLost) lost += 1;
      const times = isLost ? 0 : 1 + Math.floor(random() * TIMES_MAX);
      sent.push(...Array<StripeEvent>(times).fill(event));
    }
  }
  const shuffled = sent
    .map((event) => ({ event, place: random() }))
    .sort((a, b) => a.place - b.place);
  const responses = await Promise.all(
    shuffled.map(({ event }) => limit(() => shop.send(event).then(({ status }) => status))),
  );
  expect(new Set(responses)).toEqual(new Set([200]));
  expect(early).toBeGreaterThan(DEPOSITS * EARLY_SHARE * 0.3);
  expect(lost).toBeGreaterThan(0);
  test.clock.advance(6 * 60);
  await reconcilePending(test.deps);
  test.clock.resume();

  let credited = 0;
  for (const { agent } of members) credited += (await balanceOf(agent)) ?? 0;
  expect(credited).toBe(DEPOSITS * 100);
  expect(stripe.account.sessions.size).toBe(DEPOSITS);
  expect(await listViolations(test.database)).toEqual([]);
});
