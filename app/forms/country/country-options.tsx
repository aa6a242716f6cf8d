import { useEffect, useRef } from "react";
import { useT } from "#app/i18n/i18n.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import type { CountryOption } from "./country-select.tsx";

/** Like the focused element: a shade alone is too faint, and forced colours remove it. */
const MARKED = "bg-sunken outline-2 -outline-offset-2 outline-ink";

/**
 * The list of a country field, with a live region that reports if nothing matches. The marked
 * country, or the chosen one, is scrolled into view.
 */
export function CountryOptions(props: {
  id: string;
  isUp: boolean;
  matches: readonly CountryOption[];
  value: string;
  marked: string | null;
  optionId: (code: string) => string;
  choose: (code: string) => void;
}) {
  const { id, isUp, matches, value, marked, optionId, choose } = props;
  const t = useT();
  const box = useRef<HTMLDivElement>(null);
  const inSight = marked ?? value;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the marked one moves with the matches
  useEffect(() => {
    const option = document.getElementById(optionId(inSight));
    if (!box.current || !option) return;
    const { offsetTop, offsetHeight } = option;
    const { scrollTop, clientHeight } = box.current;
    if (offsetTop < scrollTop) box.current.scrollTop = offsetTop;
    const over = offsetTop + offsetHeight - clientHeight;
    if (over > scrollTop) box.current.scrollTop = over;
  }, [inSight, matches]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the focus where it is
    <div
      ref={box}
      className={`card absolute z-20 max-h-72 w-full overflow-y-auto overscroll-contain py-1 shadow-raised ${isUp ? "bottom-full mb-1" : "top-full mt-1"}`}
      // The field keeps the focus, even while the list's scroll bar is used.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
    >
      <div id={id} role="listbox" aria-label={t("form.show_options")}>
        {matches.map((country) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the text field handles the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text field
          <div
            key={country.id}
            id={optionId(country.id)}
            role="option"
            aria-selected={country.id === value}
            className={`flex min-h-10 cursor-pointer items-center justify-between gap-3 px-3.5 hover:bg-sunken ${country.id === marked ? MARKED : ""} ${country.id === value ? "font-medium" : ""}`}
            onClick={() => choose(country.id)}
          >
            {country.name}
            {country.id === value ? <Icon name="check" className="size-4 text-accent" /> : null}
          </div>
        ))}
      </div>
      <p role="status" className="px-3.5 text-muted not-empty:py-2">
        {matches.length === 0 ? t("form.no_match") : null}
      </p>
    </div>
  );
}
