import type { Noun } from "../noun.ts";

/** People as the staff sees them: what is known of them, and changes of their accounts. */
export const people: Noun = { name: "people" };
