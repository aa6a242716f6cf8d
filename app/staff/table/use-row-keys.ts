import { useEffect, useRef } from "react";
import { readShortcut } from "#app/staff/shortcuts/shortcut-setting.ts";

const STEPS: Record<string, number> = { j: 1, k: -1 };

/** For a table's body: j and k move the focus from one row's first link to the next; Enter opens it. */
export function useRowKeys() {
  const body = useRef<HTMLTableSectionElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const step = STEPS[readShortcut(event) ?? ""];
      if (step === undefined) return;
      const links = [...(body.current?.rows ?? [])].flatMap(
        (row) => row.querySelector<HTMLElement>("a") ?? [],
      );
      // The focus may be on what is no HTML element at all.
      const { activeElement } = document;
      const at = activeElement instanceof HTMLElement ? links.indexOf(activeElement) : -1;
      const next = links[at === -1 ? 0 : at + step];
      next?.focus();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  return body;
}
