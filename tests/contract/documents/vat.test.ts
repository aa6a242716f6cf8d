import { expect, it } from "vitest";
import type { DocumentData } from "#api/documents/document-data.ts";
import { setUpStaffApi } from "#tests/setup/api/staff-api.ts";
import type { TestApi } from "#tests/setup/api/test-api.ts";
import {
  createPayout,
  exportPayouts,
  type Member,
  markPayout,
} from "#tests/setup/records/offers.ts";

// Whose VAT an invoice or a statement charges.

let test: TestApi;
let staff: Member;
setUpStaffApi((created) => {
  ({ test, staff } = created);
});

const setCompany = (vatId: string | null, isExempt: boolean) => test.database`
  UPDATE settings SET company_country = 'EE', company_vat_id = ${vatId}, is_vat_exempt = ${isExempt}`;

const GERMAN = { company_name: "Bilder GmbH", vat_id: "DE136695976" };

async function readData(kind: string): Promise<DocumentData | undefined> {
  const [row] = await test.database<{ data: DocumentData }[]>`
    SELECT data FROM documents WHERE kind = ${kind} ORDER BY id DESC`;
  return row?.data;
}

async function sendPayout(amount: string, billing: Record<string, string>): Promise<void> {
  const { maker, payoutId } = await createPayout(test, staff, amount);
  const place = { address: "Weg 1", city: "Berlin", country: billing.vat_id?.slice(0, 2) ?? "" };
  expect((await maker.agent.put("/api/user/billing", { ...billing, ...place })).status).toBe(200);
  await exportPayouts(staff);
  await markPayout(test, staff, payoutId, { state: "sent", evidence: "Statement 12" });
}

it.each([
  ["registered for VAT", "EE100000015", false],
  ["exempt with a VAT ID", "EE100000015", true],
  ["exempt without one", null, true],
])("a shop that is %s owes the VAT of a foreign business itself", async (_name, vatId, isExempt) => {
  await setCompany(vatId, isExempt);
  await sendPayout("99.50", GERMAN);
  expect(await readData("self_billing")).toMatchObject({
    seller: { vatId: "DE136695976" },
    buyer: { vatId },
    vat: { treatment: "reverse_charge", country: "EE", basisPoints: 0 },
    vatCents: 0,
  });
});
