import { defineMutationTests } from "./options.mjs";

/**
 * The services that move money or decide who gets it, against a real database. Each that calls what
 * moves money has to be here (tests/mutated-services.test.ts).
 */
export default defineMutationTests({
  name: "money",
  mutate: [
    "api/accounts/delete-account.ts",
    "api/deposits/{deposits.jobs,deposits.service,settle-by-hand,settle-deposit}.ts",
    "api/documents/issue-document.ts",
    "api/offers/{accept-offer,approve-offer,staff-offers.service,withdraw-to-card}.ts",
    "api/payouts/{bank-details,batch-approvals,card-payouts,create-batch,mark-batch}.ts",
    "api/payouts/{payout-batches,payouts.service,statements/statements.service}.ts",
    "api/people/adjust-balance.ts",
    "api/purchases/{image-choice,intents,purchases.service}.ts",
    "api/refunds/{assign-report,disputes.service,refund-command,refund-plan,refunds.jobs}.ts",
    "api/refunds/{refunds.service,send-refunds,staff-refunds.service,take-report}.ts",
    "api/verification/staff-verification.service.ts",
    "api/wallet/*.ts",
    "api/withdrawals/{confirm-withdrawal,refund-statement,withdrawals.service}.ts",
  ],
  // A change to what runs once, when a module is loaded, needs every file of tests again.
  ignoreStatic: true,
  dryRunTimeoutMinutes: 60,
  timeoutMS: 120_000,
});
