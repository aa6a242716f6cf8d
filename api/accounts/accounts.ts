import type { Noun } from "../noun.ts";
import { ACCOUNT_MAILS } from "./account-mails.ts";
import { accountJobs } from "./accounts.jobs.ts";
import { accountsRoutes, loginsLimit, registrationsLimit } from "./accounts.routes.ts";
import { csrfRoutes } from "./csrf.routes.ts";
import { passwordChecksLimit } from "./current-password.ts";
import { eraseAccount } from "./delete-account.ts";
import {
  EMAIL_LINK_MAIL,
  EMAIL_LINK_MAILS,
  emailLinkMailsLimit,
} from "./email-verification/email-link-mails.ts";
import { emailLinkUsesLimit, emailVerificationRoutes } from "./email-verification.routes.ts";
import { accountAttemptsLimit, networkAttemptsLimit } from "./login-limits.ts";
import { ownAccountData } from "./own-data/own-data.queries.ts";
import { ownDataLimit, ownDataRoutes } from "./own-data.routes.ts";
import { isLastOwner, lockUser } from "./profile.queries.ts";
import { profileRead, profileRoutes } from "./profile.routes.ts";
import { resetsLimit, resetsRoutes } from "./resets.routes.ts";
import { RESET_MAIL, resetMailsLimit } from "./resets.service.ts";
import { takenEmailsLimit } from "./taken-emails.ts";

/** Registration, sessions, profile and passwords (spec §2, §4, §7). */
export const accounts: Noun = {
  name: "accounts",
  routes: [
    { at: "/", routes: csrfRoutes },
    { at: "/api", routes: accountsRoutes },
    { at: "/api", routes: profileRoutes },
    { at: "/api", routes: resetsRoutes },
    { at: "/api", routes: emailVerificationRoutes },
    { at: "/api", routes: ownDataRoutes },
  ],
  sessionReads: [profileRead],
  jobs: accountJobs,
  mails: [
    ...ACCOUNT_MAILS.map((kind) => `mail.account.${kind}`),
    ...EMAIL_LINK_MAILS.map((kind) => `${EMAIL_LINK_MAIL}.${kind}`),
    RESET_MAIL,
  ],
  limits: [
    accountAttemptsLimit,
    emailLinkMailsLimit,
    emailLinkUsesLimit,
    loginsLimit,
    networkAttemptsLimit,
    ownDataLimit,
    passwordChecksLimit,
    registrationsLimit,
    resetMailsLimit,
    resetsLimit,
    takenEmailsLimit,
  ],
  checkboxes: ["terms", "remember", "forfeit_balance"],
  accountDeletion: {
    lock: async (sql, userId) => void (await lockUser(sql, userId)),
    findBlocker: async (sql, userId) => ((await isLastOwner(sql, userId)) ? "last_owner" : null),
    erase: eraseAccount,
  },
  ownData: { lists: ownAccountData },
};
