import type { Browser } from "playwright";
import { createMember } from "#tests/factories.ts";
import { ApiAgent } from "../api/api-agent.ts";
import { withProductDatabase } from "../product/product-database.ts";
import { addSession } from "../product/sessions.ts";
import { newVisitor } from "./browser.ts";
import type { Somebody } from "./offer-screens.ts";

// What one person of the staff may not do alone, in two browsers.

/** Above it a credit by hand waits for a second person. */
export const setLimit = (cents: number | null) =>
  withProductDatabase(
    (database) => database`UPDATE settings SET balance_approval_above_cents = ${cents}`,
  );

/** Above it a file for the bank, or a payout to a card, waits for a second person; in EUR cents. */
export const setPayoutLimit = (cents: number | null) =>
  withProductDatabase(
    (database) => database`UPDATE settings SET payout_approval_above_cents = ${cents}`,
  );

/** Another member of the staff, in a browser of their own. */
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
