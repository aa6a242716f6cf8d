import { z } from "zod";

/**
 * A country id from the server's own list (spec §3 Country: id, name): codes with our API, numbers
 * with another. The server checks whether it is on the list.
 */
export const listedCountrySchema = z
  .string("country_required")
  .trim()
  .min(1, "country_required")
  .max(64, "country_required");
