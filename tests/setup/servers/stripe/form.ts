/** A value of Stripe's form encoding: texts, lists and maps. */
export type FormValue = string | FormValue[] | { [name: string]: FormValue };

/**
 * Reads `line_items[0][price_data][currency]=eur` as Stripe does. Throws for a name that is not a
 * path, or that occurs twice.
 */
export function parseStripeForm(text: string): Record<string, FormValue> {
  const root: Record<string, FormValue> = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.match(/^[^[\]]+|(?<=\[)[^[\]]*(?=\])/g) ?? [];
    const isPath =
      path.length > 0 &&
      name ===
        path[0] +
          path
            .slice(1)
            .map((p) => `[${p}]`)
            .join("");
    if (!isPath) throw new Error(`Invalid parameter name: ${name}`);
    setAt(root, path, value);
  }
  return toLists(root) as Record<string, FormValue>;
}

function setAt(root: Record<string, FormValue>, path: string[], value: string): void {
  const [last = "", ...parents] = [...path].reverse();
  let place = root;
  for (const key of parents.reverse()) {
    place[key] ??= {};
    const next = place[key];
    if (typeof next !== "object" || Array.isArray(next)) throw new Error(`Invalid object: ${key}`);
    place = next;
  }
  if (Object.hasOwn(place, last)) throw new Error(`Received twice: ${path.join(".")}`);
  place[last] = value;
}

/** Turns maps whose keys count from 0 into lists. */
function toLists(value: FormValue): FormValue {
  if (typeof value === "string" || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([name, part]) => [name, toLists(part)] as const);
  const isList = entries.length > 0 && entries.every(([name], index) => name === String(index));
  return isList ? entries.map(([, part]) => part) : Object.fromEntries(entries);
}
