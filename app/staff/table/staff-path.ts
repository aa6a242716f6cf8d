/** The path of a record's screen, without locale; `list` is the path of its list below /staff. */
export function staffPath(list: string, id: string | number): string {
  return `/staff/${list}/${encodeURIComponent(id)}`;
}
