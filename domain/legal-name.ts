/**
 * The company's legal name, and its address without it: the settings have the shop's name, and an
 * address may begin with the longer legal name ("Promptory", "Promptory OÜ, Telliskivi 60a, ...").
 */
export function toLegalName(
  companyName: string,
  address: string | null,
): { name: string; address: string | null } {
  const [first = "", ...rest] = address?.split(/,\s*/) ?? [];
  const isName = first === companyName || first.startsWith(`${companyName} `);
  if (!isName || rest.length === 0) return { name: companyName, address };
  return { name: first, address: rest.join(", ") };
}
