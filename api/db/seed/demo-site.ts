import { type Database, inTransaction } from "../client.ts";
import {
  insertSocialLink,
  putCompany,
  putDebtor,
  putPayoutMethods,
  putVat,
} from "./seed.queries.ts";

/** A fictional company: its registry code has a wrong check digit. */
const COMPANY = {
  regNumber: "16001004",
  address: "Promptory OÜ, Telliskivi 60a, 10412 Tallinn, Estonia",
  supportEmail: "support@promptory.test",
  phone: "+372 600 1000",
  copyright: "© Promptory OÜ",
};

/** Not a real VAT ID either: its check digit is wrong. */
export const VAT = { country: "EE", vatId: "EE160010040" };

/** The account that payouts are made from, which banks use in their own examples. */
const DEBTOR = { name: "Promptory OÜ", iban: "EE382200221020145685" };

/** The third value is one of our own drawings, which `<use href>` can refer to as well. */
const SOCIAL_LINKS = [
  ["Instagram", "https://www.instagram.com/promptory.example", "/social.svg#instagram"],
  ["Pinterest", "https://www.pinterest.com/promptory.example", "/social.svg#pinterest"],
  ["Mastodon", "https://mastodon.social/@promptory.example", "/social.svg#mastodon"],
  ["YouTube", "https://www.youtube.com/@promptory.example", "/social.svg#youtube"],
] as const;

/** Adds company data and links once: data entered later and removed links stay as they are. */
export async function seedDemoSite(database: Database): Promise<void> {
  await inTransaction(database, async (sql) => {
    const isFirst = await putCompany(sql, COMPANY);
    // Also for demos from before payouts, if the company is still the one above.
    await putDebtor(sql, { ...DEBTOR, regNumber: COMPANY.regNumber });
    await putVat(sql, { ...VAT, regNumber: COMPANY.regNumber });
    if (!isFirst) return;
    await putPayoutMethods(sql, ["sepa", "card"]);
    for (const [position, [title, url, image]] of SOCIAL_LINKS.entries()) {
      await insertSocialLink(sql, { position, title, url, image });
    }
  });
}
