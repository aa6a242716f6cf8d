import type { Noun } from "../noun.ts";

/** The shop's own wording of reasons for decisions on offers and verifications (design §4). */
export const reviews: Noun = { name: "reviews" };
