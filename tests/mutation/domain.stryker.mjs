import { defineMutationTests } from "./options.mjs";

/** The rules: everything in `domain/`, and the text of the bank files. No database. */
export default defineMutationTests({
  name: "domain",
  mutate: ["domain/**/*.ts", "api/payouts/{pain001,sepa-text}.ts", "!**/*.test.ts"],
});
