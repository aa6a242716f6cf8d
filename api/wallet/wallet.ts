import type { Noun } from "../noun.ts";
import { ownWalletData } from "./own-data.queries.ts";
import { paymentsRoutes } from "./payments.routes.ts";
import { getBalance } from "./wallet.queries.ts";
import { lockBalance } from "./wallet.service.ts";

/** The ledger: postings between wallets and the platform's own accounts. */
export const wallet: Noun = {
  name: "wallet",
  routes: [{ at: "/api", routes: paymentsRoutes }],
  accountDeletion: {
    lock: async (sql, userId) => void (await lockBalance(sql, userId)),
    findBlocker: async (sql, userId) => {
      const { hold } = await getBalance(sql, userId);
      return hold === null ? null : "wallet_on_hold";
    },
  },
  ownData: { lists: ownWalletData },
};
