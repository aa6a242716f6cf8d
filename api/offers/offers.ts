import type { Erasure, Noun } from "../noun.ts";
import { AGREEMENT_MAILS } from "./agreement-mails.ts";
import { cardPagesLimit, cardWithdrawalRoutes } from "./card-withdrawals.routes.ts";
import { removeOfferFiles } from "./offer-files.ts";
import { offerJobs } from "./offers.jobs.ts";
import { OFFER_MAILS } from "./offers.mails.ts";
import { deleteOffers } from "./offers.queries.ts";
import { dailyOffersLimit, offersLimit, offersRoutes, offerUpload } from "./offers.routes.ts";

/** Designs and prompts that members sell to the platform (spec §4 Offers, §7). */
export const offers: Noun = {
  name: "offers",
  routes: [
    { at: "/api", routes: offersRoutes },
    { at: "/api", routes: cardWithdrawalRoutes },
  ],
  jobs: offerJobs,
  mails: [...OFFER_MAILS, ...AGREEMENT_MAILS].map((kind) => `mail.offer.${kind}`),
  limits: [offersLimit, dailyOffersLimit, cardPagesLimit],
  uploads: [offerUpload],
  checkboxes: ["terms", "confirm"],
  accountDeletion: { erase: eraseOffers },
};

async function eraseOffers({ deps, sql, user, onCommit }: Erasure): Promise<void> {
  const fileKeys = await deleteOffers(sql, user.id);
  onCommit(() => removeOfferFiles(deps, fileKeys));
}
