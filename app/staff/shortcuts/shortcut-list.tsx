import { useT } from "#app/i18n/i18n.tsx";
import { FoldMark } from "#app/staff/fold-mark.tsx";
import { switchShortcuts, useShortcutsOn } from "./shortcut-setting.ts";

/** The shortcuts of a screen, and the switch that turns all of them off (WCAG 2.1.4). */
export function ShortcutList({ keys }: { keys: readonly { key: string; text: string }[] }) {
  const t = useT();
  const isOn = useShortcutsOn();
  if (isOn === null) return null;
  return (
    <details className="group/fold mt-8 hidden text-sm md:block">
      <summary className="inline-flex min-h-9 cursor-pointer items-center gap-2 text-muted">
        {t("staff_keys.title")}
        <FoldMark />
      </summary>
      <dl className="mt-1 flex flex-wrap gap-x-6 gap-y-2">
        {keys.map(({ key, text }) => (
          <div key={key} className="flex items-baseline gap-2">
            <dt>
              <kbd dir="ltr" className="rounded-control border border-control px-2 py-0.5 text-xs">
                {key}
              </kbd>
            </dt>
            <dd className="text-muted">{text}</dd>
          </div>
        ))}
      </dl>
      <label className="mt-2 inline-flex min-h-11 items-center gap-2">
        <input
          type="checkbox"
          className="size-5 accent-ink"
          checked={isOn}
          onChange={(event) => switchShortcuts(event.currentTarget.checked)}
        />
        {t("staff_keys.on")}
      </label>
    </details>
  );
}
