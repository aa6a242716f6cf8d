import { givenCardResponseSchema, payOutToCardResponseSchema } from "#api/contract/offers.ts";
import { sandboxCardResponseSchema } from "#api/contract/sandbox-cards.ts";
import { createMember } from "#tests/factories.ts";
import type { ApiAgent, ApiResponse } from "../api/api-agent.ts";
import type { TestApi } from "../api/test-api.ts";
import { createPricedOffer, fillApproval, type Member } from "../records/offers.ts";

// Payouts to cards for tests: the visit to the sandbox's page, and the way back.

/** The sandbox's test cards, by the outcome of their transfers. */
export const CARDS = {
  pays: "4242424242424242",
  fails: "4000000000009995",
  unknown: "4000000000000119",
  returns: "4000000000000341",
  rejected: "4000000000000002",
} as const;

/** Enables card payouts, as an operator does. */
export async function offerCards(test: Pick<TestApi, "database">): Promise<void> {
  await test.database`UPDATE settings SET payout_methods = '{sepa,card}'`;
}

/** Creates a verified seller with an offer at 99.50, in a shop that pays to cards. */
export async function createCardSeller(test: TestApi, staff: Member) {
  await offerCards(test);
  const maker = await createMember(test, { verificationStatus: "approved", name: "Sam" });
  return { maker, offer: await createPricedOffer(test, { staff, maker }, "99.50") };
}

/** Starts a card payout. */
export function startCard(
  agent: ApiAgent,
  offer: { id: number | string },
  changes: Record<string, unknown> = {},
): Promise<ApiResponse> {
  const { iban: _, full_name: _name, terms: _terms, ...contact } = fillApproval(offer);
  return agent.post("/api/offer/withdraw/card", { ...contact, ...changes });
}

/** Returns the token of the sandbox's page that a response leads to. */
export function pageOf(response: ApiResponse): string {
  const { redirect_url: url = "" } = response.as(payOutToCardResponseSchema);
  const [, token] = /\/sandbox-card\/([\w-]+)$/.exec(url) ?? [];
  if (token === undefined) throw new Error(`no page of the sandbox: ${response.text}`);
  return token;
}

/** Enters a card on the sandbox's page. */
export function typeCard(
  agent: ApiAgent,
  token: string,
  changes: Record<string, unknown> = {},
): Promise<ApiResponse> {
  const typed = { number: CARDS.pays, holder: "Sam Seller", exp_month: "12", exp_year: "2030" };
  return agent.post(`/api/sandbox/cards/${token}`, { ...typed, ...changes });
}

/** Returns the state that the page's redirect back carries. */
export function stateOf(response: ApiResponse): string {
  const url = new URL(response.as(sandboxCardResponseSchema).payload.return_url);
  return url.searchParams.get("card") ?? "";
}

/** Visits the page and enters a card; returns the state that its redirect back carries. */
export async function giveCard(
  { agent }: Pick<Member, "agent">,
  offer: { id: number | string },
  number: string = CARDS.pays,
  contact: Record<string, unknown> = {},
): Promise<string> {
  const token = pageOf(await startCard(agent, offer, contact));
  return stateOf(await typeCard(agent, token, { number }));
}

/** Confirms the entered card: accepts the offer, or repeats the withdrawal that came back. */
export function confirmCard(
  { agent }: Pick<Member, "agent">,
  offer: { id: number | string },
  card: string,
): Promise<ApiResponse> {
  return agent.post("/api/offer/withdraw/card", { id: offer.id, card, terms: true });
}

/** Returns the entered card before it is confirmed. */
export async function givenCardOf({ agent }: Pick<Member, "agent">, state: string) {
  const response = await agent.get(`/api/offer/withdraw/card/${state}`);
  return response.as(givenCardResponseSchema).payload;
}
