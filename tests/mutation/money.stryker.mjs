import { defineMutationTests } from "./options.mjs";

/** The services that move money or decide who gets it, against a real database. */
export default defineMutationTests({
  name: "money",
  mutate: [
    "api/wallet/*.ts",
    "api/deposits/{deposits.jobs,deposits.service,settle-deposit}.ts",
    "api/purchases/{image-choice,purchases.service}.ts",
    "api/offers/{approve-offer,staff-offers.service}.ts",
    "api/payouts/{bank-details,payout-batches,payouts.service}.ts",
  ],
  // A change to what runs once, when a module is loaded, needs every file of tests again.
  ignoreStatic: true,
  dryRunTimeoutMinutes: 30,
  timeoutMS: 120_000,
});
