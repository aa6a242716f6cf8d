import { useEffect, useRef } from "react";
import { readShortcut } from "#app/staff/shortcuts/shortcut-setting.ts";

const STEPS: Record<string, number> = { j: 1, k: -1 };

/**
 * Keys for a table body: j and k move the focus between the rows' first links, Enter opens one; /
 * focuses the list's search.
 */
export function useRowKeys() {
  const body = useRef<HTMLTableSectionElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const key = readShortcut(event);
      if (key === "/") focusSearch(event);
      const step = STEPS[key ?? ""];
      if (step === undefined) return;
      const links = [...(body.current?.rows ?? [])].flatMap(
        (row) => row.querySelector<HTMLElement>("a") ?? [],
      );
      // The focused element may not be an HTML element.
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

function focusSearch(event: KeyboardEvent) {
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]');
  if (!field) return;
  event.preventDefault();
  field.select();
}
