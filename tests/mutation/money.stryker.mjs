import { defineMutationTests } from "./options.mjs";
import { sampleLines } from "./sample.mjs";

/**
 * The services that move money or decide who gets it. Every caller of a function that moves money
 * must be listed (tests/mutated-services.test.ts).
 */
const SERVICES = [
  "api/accounts/delete-account.ts",
  "api/deposits/desk/{decide-settlement,end-by-hand,query-provider,settle-by-hand}.ts",
  "api/deposits/{deposits.jobs,deposits.service,open-pages/open-pages.service,settle-deposit,validate-deposit}.ts",
  "api/documents/issue-document.ts",
  "api/offers/{accept-offer,approve-offer,staff-offers.service,pay-out-to-card}.ts",
  "api/payouts/{bank-cipher,batch-approvals,card-payouts,create-batch,mark-batch}.ts",
  "api/payouts/{payout-batches,payouts.service,staff-payouts.service,statements/statements.service}.ts",
  "api/people/adjust-balance.ts",
  "api/purchases/{delivery,image-choice,intents,purchases.service}.ts",
  "api/refunds/{change-refund,plan-sources,refund-command,refunds.jobs,refunds.service,send-refunds}.ts",
  "api/refunds/desk/{assign-report,mark-refund,refund-plan,resolve-deposit,staff-refunds.service}.ts",
  "api/refunds/{disputes/disputes.service,provider-reports/process-report}.ts",
  "api/refunds/suspense/{left-behind,repair-suspense}.ts",
  "api/verification/staff-verification.service.ts",
  "api/wallet/*.ts",
  "api/withdrawals/{confirm-withdrawal,refund-statement,withdrawals.service}.ts",
];

/** All of it takes days; `MUTATION_LINES=80` mutates that many lines, chosen by `MUTATION_SEED`. */
const { MUTATION_LINES, MUTATION_SEED = "1" } = process.env;

/** Uses a real database. */
export default defineMutationTests({
  name: MUTATION_LINES ? "money-sample" : "money",
  tests: "money",
  mutate: MUTATION_LINES
    ? sampleLines(SERVICES, { count: Number(MUTATION_LINES), seed: MUTATION_SEED })
    : SERVICES,
  // A mutation of code that runs once, at module load, needs every test file to be loaded again.
  ignoreStatic: true,
  dryRunTimeoutMinutes: 60,
  timeoutMS: 120_000,
});
