import { z } from "zod";

/**
 * A country as the server's own list names it (spec §3 Country: id, name): codes with our API, numbers
 * with another. Whether it is on the list is the server's to check.
 */
export const listedCountrySchema = z
  .string("country_required")
  .trim()
  .min(1, "country_required")
  .max(64, "country_required");
