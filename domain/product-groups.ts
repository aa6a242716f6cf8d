/** Categories and styles, by which products are grouped (spec §3 Category and Style). */

export const GROUP_KINDS = ["categories", "styles"] as const;
export type GroupKind = (typeof GROUP_KINDS)[number];

/** Our limits; the spec gives none. */
export const GROUP_NAME_LENGTH_MAX = 60;
export const GROUP_POSITION_MAX = 10_000;
