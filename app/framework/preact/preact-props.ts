type Props = Record<string, unknown>;

const FIELDS = ["input", "textarea", "select"];
const DIFFERENT = ["onChange", "spellCheck", "suppressHydrationWarning", "defaultValue"];

/**
 * The attributes of an element in the form that Preact expects, where it differs from React's.
 * Preact's own layer (`preact/compat`), which runs after this, handles most of them; their order
 * matters to it: it combines `onChange` and `onInput` into one event.
 *
 * @param tag the element's name
 * @param props as written for React; not changed, and returned if nothing differs, as for most of
 * the
 *   thousands of elements of a page
 */
export function toPreactProps(tag: string, props: Props): Props {
  if (!DIFFERENT.some((name) => name in props)) return props;
  const isMarked = tag === "select" && props.defaultValue != null && markDefault(props);
  const entries = Object.entries(props).flatMap(([name, value]): [string, unknown][] => {
    // On a form, React calls it for every input in any of its fields.
    if (name === "onChange" && !FIELDS.includes(tag)) return [["onInput", value]];
    // React writes a boolean as this text.
    if (name === "spellCheck" && typeof value === "boolean") return [[name, String(value)]];
    if (name === "suppressHydrationWarning" || (name === "defaultValue" && isMarked)) return [];
    return [[name, value]];
  });
  return Object.fromEntries(entries);
}

/** The content of a select: elements, or anything else, of which nothing is read. */
type Option = { type: unknown; props: Props } | null | undefined;

/**
 * Marks the option that a new select shows and to which a reset returns; Preact only selects it.
 * Returns false if that option is not among those written in the select.
 */
function markDefault({ children, defaultValue }: Props): boolean {
  let isMarked = false;
  for (const option of [children].flat(Number.POSITIVE_INFINITY) as Option[]) {
    if (option?.type !== "option") continue;
    option.props.defaultSelected = String(option.props.value) === String(defaultValue);
    isMarked ||= option.props.defaultSelected === true;
  }
  return isMarked;
}
