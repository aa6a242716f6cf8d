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
