import { payoutBatchResponseSchema } from "#api/contract/payouts.ts";
import { staffMessagesResponseSchema } from "#api/contract/staff/contact.ts";
import { importCreatedResponseSchema } from "#api/contract/staff/imports.ts";
import { issueResponseSchema } from "#api/contract/staff/newsletter.ts";
import { staffNoticesResponseSchema } from "#api/contract/staff/notices.ts";
import { staffSettingsResponseSchema } from "#api/contract/staff/settings.ts";
import { statementResponseSchema } from "#api/contract/staff/statements.ts";
import { createMember } from "#tests/factories.ts";
import type { Records } from "../api/access.ts";
import { ApiAgent } from "../api/api-agent.ts";
import { debit, writeCamt } from "../money/camt.ts";
import { withProductDatabase } from "../product/product-database.ts";
import { createOffer, priceOffer } from "../product/product-offers.ts";
import { workerProduct } from "../product/worker-product.ts";
import { fillApproval } from "./offers.ts";

/**
 * Creates the desk's records beyond `Records` through the API; returns the address of each screen
 * that shows one of them, by route name.
 */
export async function createDeskPaths(
  { guest, staff }: Record<"guest" | "staff", ApiAgent>,
  { slug }: Records,
): Promise<Record<string, string>> {
  const person = { first_name: "Mari", last_name: "Õun", email: "mari@example.com" };
  await guest.post("/api/contact", { ...person, message: "Hello!\nWhere is <my> order?" });
  const messages = await staff.get("/api/staff/messages");
  const [message] = messages.as(staffMessagesResponseSchema).payload;

  await guest.post("/api/notices", {
    operation_id: crypto.randomUUID(),
    product: slug,
    reason: "rights",
    explanation: "The picture is mine.",
    name: "Mari Õun",
    email: person.email,
    good_faith: true,
  });
  const notices = await staff.get("/api/staff/notices");
  const [notice] = notices.as(staffNoticesResponseSchema).payload;

  const texts = { en: { subject: "New this week", body: "Foxes." } };
  const written = { operation_id: crypto.randomUUID(), texts };
  const issue = (await staff.post("/api/staff/newsletter/issues", written)).as(issueResponseSchema);

  const settings = await staff.get("/api/staff/settings");
  const iban = settings.as(staffSettingsResponseSchema).payload.money?.payout_debtor_iban;
  const camt = writeCamt([debit("PAYOUT-1", 99_50)], { iban });
  const statement = new FormData();
  statement.set("file", new File([camt], "camt.xml"));
  const imported = await staff.post("/api/staff/payouts/statements", statement);

  const table = new FormData();
  table.set("media", new File(["title_en,category,price\nFog,nowhere,2"], "prompts.csv"));
  const uploaded = await staff.post("/api/staff/imports", table);
  const { id: importId } = uploaded.as(importCreatedResponseSchema).payload;

  return {
    "staff.message": `/en/staff/messages/${message?.id}`,
    "staff.notice": `/en/staff/notices/${notice?.id}`,
    "staff.issue": `/en/staff/newsletter/issues/${issue.payload.id}`,
    "staff.bank-statement": `/en/staff/payouts/statements/${imported.as(statementResponseSchema).payload.id}`,
    "staff.import": `/en/staff/imports/${importId}`,
    "staff.payout-batch-mark": `/en/staff/payouts/batches/${await createBatch(staff)}/mark`,
  };
}

/** Creates a bank file with one payout over HTTP; returns its id. Throws if it is rejected. */
export async function createBatch(staff: ApiAgent): Promise<string> {
  const createAgent = () => new ApiAgent(fetch, { appUrl: workerProduct().url });
  const { agent: maker } = await withProductDatabase((database) =>
    createMember({ database, createAgent }, { verificationStatus: "approved" }),
  );
  const id = await createOffer(maker, "A file for the bank");
  await priceOffer(staff, id, "20");
  await maker.post("/api/offer/approve", fillApproval({ id }));
  const made = await staff.post("/api/staff/payouts/batches", {
    operation_id: crypto.randomUUID(),
  });
  return String(made.as(payoutBatchResponseSchema).payload.id);
}
