import type { ApiDeps } from "../http/context.ts";
import type { DataSubject, Erasure, Noun, OwnFile } from "../noun.ts";
import { AGREEMENT_MAILS } from "./agreement-mails.ts";
import { cardPagesLimit, cardPayoutRoutes, givenCardsLimit } from "./card-payouts.routes.ts";
import { readOriginalFile } from "./offer-files.ts";
import { offerJobs } from "./offers.jobs.ts";
import { OFFER_MAILS } from "./offers.mails.ts";
import { deleteOffers } from "./offers.queries.ts";
import { dailyOffersLimit, offersLimit, offersRoutes, offerUpload } from "./offers.routes.ts";
import { listOffersWithFile, ownOffersData } from "./own-data.queries.ts";
import { recordUnownedFiles } from "./unowned-files.queries.ts";
import { removeAbandonedFiles } from "./unowned-files.ts";

/** Designs and prompts that members sell to the platform (spec §4 Offers, §7). */
export const offers: Noun = {
  name: "offers",
  routes: [
    { at: "/api", routes: offersRoutes },
    { at: "/api", routes: cardPayoutRoutes },
  ],
  jobs: offerJobs,
  mails: [...OFFER_MAILS, ...AGREEMENT_MAILS].map((kind) => `mail.offer.${kind}`),
  limits: [offersLimit, dailyOffersLimit, cardPagesLimit, givenCardsLimit],
  uploads: [offerUpload],
  checkboxes: ["terms", "confirm"],
  accountDeletion: { erase: eraseOffers },
  ownData: { lists: ownOffersData, files: ownOfferFiles },
};

async function eraseOffers({ deps, sql, user, onCommit }: Erasure): Promise<void> {
  const fileKeys = await deleteOffers(sql, user.id);
  // Once the rows are gone, nothing else names the files. Those that cannot be removed right away
  // are left to the job.
  await recordUnownedFiles(sql, fileKeys, { dueAt: deps.now(), isAbandoned: true });
  onCommit("remove the files of offers", () => removeAbandonedFiles(deps, fileKeys));
}

/** The uploaded originals, not the display copies. */
async function ownOfferFiles(deps: ApiDeps, user: DataSubject): Promise<OwnFile[]> {
  const offers = await listOffersWithFile(deps.database, user.id);
  return offers.map((offer) => ({
    name: `offers/offer-${offer.id}.${offer.fileFormat}`,
    read: async () => (await readOriginalFile(deps, offer)).bytes,
  }));
}
