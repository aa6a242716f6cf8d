/** Each has a drawing in ui/icons/icons.svg, and a class in icons.css there. */
export const ICON_NAMES = [
  "close",
  "search",
  "menu",
  "down",
  "left",
  "right",
  "user",
  "check",
  "download",
  "globe",
  "copy",
  "heart",
  "info",
] as const;

export type IconName = (typeof ICON_NAMES)[number];

/** A line icon, always next to a text or inside a labelled element: it has no accessible name. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  const isDirected = name === "left" || name === "right";
  return (
    <i
      className={["icon", `icon-${name}`, className, isDirected ? "rtl:-scale-x-100" : ""]
        .filter(Boolean)
        .join(" ")}
    />
  );
}

/** A drawing in a 48 by 48 box. Decorative: the adjacent text describes it. */
export function LineDrawing({ path, className }: { path: string; className: string }) {
  return (
    <svg
      viewBox="0 0 48 48"
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}
