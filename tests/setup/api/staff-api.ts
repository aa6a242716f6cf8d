import { afterEach, beforeEach, expect } from "vitest";
import { listViolations } from "#api/wallet/wallet.service.ts";
import { configureDebtor, createStaff, type Member } from "../records/offers.ts";
import { createTestApi, type TestApi } from "./test-api.ts";

/**
 * An API of its own for each test of a file, with a member of the staff and a bank account to pay
 * from. `onCreate` is given both. After each test the ledger must have no violations.
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
