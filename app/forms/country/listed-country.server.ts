import { z } from "zod";

/**
 * A country id from the server's own list (spec §3 Country: id, name): codes with our API, numbers
 * with others. The server checks whether it is on the list. `message`: why it is required.
 */
export const listedCountry = (message: string) =>
  z.string(message).trim().min(1, message).max(64, message);

export const listedCountrySchema = listedCountry("country_required");

/** The same for a form in which the country is optional; empty if there is none. */
export const optionalListedCountrySchema = z.string().trim().max(64, "country_required").optional();
