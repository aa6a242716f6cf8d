import type { Noun } from "../noun.ts";
import { lockBalance } from "./wallet.service.ts";

/** The ledger: postings between wallets and the platform's own accounts. */
export const wallet: Noun = {
  name: "wallet",
  accountDeletion: { lock: async (sql, userId) => void (await lockBalance(sql, userId)) },
};
