/** The path of a record's screen, without a locale; `list` is that of its list below /staff. */
export function staffPath(list: string, id: string | number): string {
  return `/staff/${list}/${encodeURIComponent(id)}`;
}
