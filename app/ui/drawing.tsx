import { LineDrawing } from "./base/icon.tsx";

/** Drawings of what a list is empty of. */
const PATHS = {
  deposits: "M8 16h30a2 2 0 0 1 2 2v20H10a2 2 0 0 1-2-2zM8 16l22-7v7M40 24h-8a4 4 0 0 0 0 8h8",
  favorites: "M24 39C14 32 9 27 9 20a8 8 0 0 1 15-4a8 8 0 0 1 15 4c0 7-5 12-15 19z",
  generate:
    "M22 8c1 10 6 15 16 16c-10 1-15 6-16 16c-1-10-6-15-16-16c10-1 15-6 16-16zM38 34v8M34 38h8",
  offers: "M7 9h26v26H7zM7 29l8-8l7 7l4-4l7 7M38 31v12M32 37h12",
  orders: "M8 17l16-8l16 8v16l-16 8l-16-8zM8 17l16 8l16-8M24 25v16M16 13l16 8",
  payments: "M12 7h24v34l-4-3l-4 3l-4-3l-4 3l-4-3l-4 3zM18 16h12M18 23h12M18 30h7",
  search: "M21 8a13 13 0 1 0 0 26a13 13 0 0 0 0-26zM31 31l10 10M16 16l10 10M26 16l-10 10",
} as const;

export type DrawingName = keyof typeof PATHS;

export function Drawing({ name, className }: { name: DrawingName; className: string }) {
  return <LineDrawing path={PATHS[name]} className={className} />;
}
