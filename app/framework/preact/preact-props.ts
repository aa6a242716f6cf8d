type Props = Record<string, unknown>;

const FIELDS = ["input", "textarea", "select"];
const DIFFERENT = ["onChange", "spellCheck", "suppressHydrationWarning", "defaultValue"];

/**
 * The attributes of an element as Preact understands them, where it takes React's differently. Most
 * are done by its own layer (`preact/compat`), which runs after this, and for which their order
 * counts: of `onChange` and `onInput` it makes one event.
 *
 * @param tag the element's name
 * @param props as they were written for React; not changed, and returned where nothing differs, as
 *   for most of the thousands of elements of a page
 */
export function toPreactProps(tag: string, props: Props): Props {
  if (!DIFFERENT.some((name) => name in props)) return props;
  const isMarked = tag === "select" && props.defaultValue != null && markDefault(props);
  const entries = Object.entries(props).flatMap(([name, value]): [string, unknown][] => {
    // On a form it is what React makes of each input of each of its fields.
    if (name === "onChange" && !FIELDS.includes(tag)) return [["onInput", value]];
    // A boolean means this text.
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
 * False if that option is not among those written in the select.
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
