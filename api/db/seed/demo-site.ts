import { type Database, inTransaction } from "../client.ts";
import {
  insertSocialLink,
  putCompany,
  putDebtor,
  putPayoutMethods,
  putVat,
} from "./seed.queries.ts";

/** A fictional company: its registry code fails the register's check digit. */
const COMPANY = {
  regNumber: "16001004",
  address: "Promptory OÜ, Telliskivi 60a, 10412 Tallinn, Estonia",
  supportEmail: "support@promptory.test",
  phone: "+372 600 1000",
  copyright: "© Promptory OÜ",
};

/** Not a real VAT ID either: its check digit is wrong. */
export const VAT = { country: "EE", vatId: "EE160010040" };

/** The account that payouts come from: the one used in banks' own examples. */
const DEBTOR = { name: "Promptory OÜ", iban: "EE382200221020145685" };

/** `image`: our own drawings, each also usable with `<use href>`. */
const SOCIAL_LINKS = [
  ["Instagram", "https://www.instagram.com/promptory.example", "/social.svg#instagram"],
  ["Pinterest", "https://www.pinterest.com/promptory.example", "/social.svg#pinterest"],
  ["Mastodon", "https://mastodon.social/@promptory.example", "/social.svg#mastodon"],
  ["YouTube", "https://www.youtube.com/@promptory.example", "/social.svg#youtube"],
] as const;

/** Fills in company data and links once: entered data and removed links stay as they are. */
export async function seedDemoSite(database: Database): Promise<void> {
  await inTransaction(database, async (sql) => {
    const isFirst = await putCompany(sql, COMPANY);
    // Also for demos older than payouts, if the company is still the one above.
    await putDebtor(sql, { ...DEBTOR, regNumber: COMPANY.regNumber });
    await putVat(sql, { ...VAT, regNumber: COMPANY.regNumber });
    if (!isFirst) return;
    await putPayoutMethods(sql, ["sepa", "card"]);
    for (const [position, [title, url, image]] of SOCIAL_LINKS.entries()) {
      await insertSocialLink(sql, { position, title, url, image });
    }
  });
}
