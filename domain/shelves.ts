/** Products that staff choose for the home page (spec §2 Home): hero and featured. */

export const CHOSEN_SHELVES = ["hero", "featured"] as const;
export type ChosenShelf = (typeof CHOSEN_SHELVES)[number];

/** Our limit: the carousel's size, and as many as the text blocks hold. */
export const SHELF_SIZE_MAX = 14;

export const SHELF_CHANGES = ["add", "up", "down", "remove"] as const;
export type ShelfChange = (typeof SHELF_CHANGES)[number];

/** The shelf after a change of one product; the same ids if nothing changes. */
export function changeShelf(
  ids: readonly string[],
  change: ShelfChange,
  id: string,
): readonly string[] {
  const at = ids.indexOf(id);
  if (change === "add") return at === -1 ? [...ids, id] : ids;
  if (at === -1) return ids;
  const others = ids.filter((one) => one !== id);
  if (change === "remove") return others;
  const to = Math.max(0, at + (change === "up" ? -1 : 1));
  return [...others.slice(0, to), id, ...others.slice(to)];
}
