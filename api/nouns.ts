import { accounts } from "./accounts/accounts.ts";
import { audit } from "./audit/audit.ts";
import { catalog } from "./catalog/catalog.ts";
import { contact } from "./contact/contact.ts";
import { deposits } from "./deposits/deposits.ts";
import { documents } from "./documents/documents.ts";
import { generations } from "./generations/generations.ts";
import { imports } from "./imports/imports.ts";
import { mails } from "./mails/mails.ts";
import { newsletter } from "./newsletter/newsletter.ts";
import { notices } from "./notices/notices.ts";
import type { Noun } from "./noun.ts";
import { offers } from "./offers/offers.ts";
import { overview } from "./overview/overview.ts";
import { pages } from "./pages/pages.ts";
import { payouts } from "./payouts/payouts.ts";
import { people } from "./people/people.ts";
import { purchases } from "./purchases/purchases.ts";
import { refunds } from "./refunds/refunds.ts";
import { reviews } from "./reviews/reviews.ts";
import { savedViews } from "./saved-views/saved-views.ts";
import { site } from "./site/site.ts";
import { staff } from "./staff/staff.ts";
import { verification } from "./verification/verification.ts";
import { wallet } from "./wallet/wallet.ts";
import { wishlist } from "./wishlist/wishlist.ts";
import { withdrawals } from "./withdrawals/withdrawals.ts";

/** All nouns of the API, in any order. A new noun needs a folder and a line here. */
export const nouns: readonly Noun[] = [
  accounts,
  audit,
  catalog,
  contact,
  deposits,
  documents,
  generations,
  imports,
  mails,
  newsletter,
  notices,
  offers,
  overview,
  pages,
  payouts,
  people,
  purchases,
  refunds,
  reviews,
  savedViews,
  site,
  staff,
  verification,
  wallet,
  withdrawals,
  wishlist,
];
