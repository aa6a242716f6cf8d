import type { Sql } from "../db/client.ts";

export type SavedContact = {
  first_name: string;
  last_name: string;
  phone: string;
  address: string;
  city: string;
  post_code: string;
  country: string;
};

/**
 * Saves the details from a deposit or an offer to the member's account, to prefill the next form.
 */
export async function saveContact(sql: Sql, userId: number, contact: SavedContact): Promise<void> {
  await sql`
    UPDATE users SET name = ${contact.first_name}, surname = ${contact.last_name},
      phone = ${contact.phone}, address = ${contact.address}, city = ${contact.city},
      post_code = ${contact.post_code}, country = ${contact.country}
    WHERE id = ${userId} AND deleted_at IS NULL
      AND (name, surname, phone, address, city, post_code, country) IS DISTINCT FROM
        (${contact.first_name}, ${contact.last_name}, ${contact.phone}, ${contact.address},
          ${contact.city}, ${contact.post_code}, ${contact.country})`;
}
