import type { Noun } from "../noun.ts";

/** Reasons for decisions about offers and verifications, in the shop's words (design §4). */
export const reviews: Noun = { name: "reviews" };
