import { useEffect, useRef } from "react";
import { readShortcut } from "#app/staff/shortcuts/shortcut-setting.ts";

const STEPS: Record<string, number> = { j: 1, k: -1 };

/**
 * Keys for a table body: j and k move the focus to the first link of the next row and of the
 * previous one, from anywhere in a row; Enter opens it; / focuses the list's search.
 */
export function useRowKeys() {
  const body = useRef<HTMLTableSectionElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const key = readShortcut(event);
      if (key === "/") focusSearch(event);
      const step = STEPS[key ?? ""];
      if (step === undefined) return;
      const rows = [...(body.current?.rows ?? [])];
      const at = rows.findIndex((row) => row.contains(document.activeElement));
      const ahead = step === 1 || at === -1 ? rows.slice(at + 1) : rows.slice(0, at).reverse();
      ahead
        .map((row) => row.querySelector("a"))
        .find((link) => link !== null)
        ?.focus();
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
