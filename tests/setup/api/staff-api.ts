import { afterEach, beforeEach, expect } from "vitest";
import { listViolations } from "#api/wallet/wallet.service.ts";
import { configureDebtor, createStaff, type Member } from "../records/offers.ts";
import { createTestApi, type TestApi } from "./test-api.ts";

/**
 * Creates an API for each test of a file, with a staff member and a bank account to pay from.
 * `onCreate` receives both. After each test the ledger must have no violations.
 */
export function setUpStaffApi(onCreate: (created: { test: TestApi; staff: Member }) => void): void {
  let test: TestApi;
  beforeEach(async () => {
    test = await createTestApi({ connectionsMax: 20 });
    const staff = await createStaff(test);
    await configureDebtor(test);
    onCreate({ test, staff });
  });
  afterEach(async () => {
    expect(await listViolations(test.database)).toEqual([]);
    await test.close();
  });
}
