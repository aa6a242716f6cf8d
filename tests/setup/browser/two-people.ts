import type { Browser } from "playwright";
import { createMember } from "#tests/factories.ts";
import { ApiAgent } from "../api/api-agent.ts";
import { withProductDatabase } from "../product/product-database.ts";
import { addSession } from "../product/sessions.ts";
import { newVisitor } from "./browser.ts";
import type { Somebody } from "./offer-screens.ts";

// Actions that one staff member may not do alone, in two browsers.

/** Sets the amount above which a manual credit needs a second person. */
export const setLimit = (cents: number | null) =>
  withProductDatabase(
    (database) => database`UPDATE settings SET balance_approval_above_cents = ${cents}`,
  );

/** Sets the amount (EUR cents) above which a bank file, or a card payout, needs a second person. */
export const setPayoutLimit = (cents: number | null) =>
  withProductDatabase(
    (database) => database`UPDATE settings SET payout_approval_above_cents = ${cents}`,
  );

/** Adds another staff member in a new browser. */
export async function employ(
  browser: Browser,
  base: string,
  isScripted: boolean,
): Promise<Pick<Somebody, "context" | "page" | "isScripted">> {
  const createAgent = () => new ApiAgent(fetch, { appUrl: base });
  const { agent } = await withProductDatabase((database) =>
    createMember({ database, createAgent }, { role: "staff", staffRole: "finance" }),
  );
  const context = await newVisitor(browser, { javaScriptEnabled: isScripted });
  await addSession(context, base, agent);
  return { context, page: await context.newPage(), isScripted };
}
