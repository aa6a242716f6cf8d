import { readServerMarkup } from "#app/framework/server-markup.tsx";
import { ICON_PATHS, type IconName } from "./icon-paths.ts";

const SPRITE_ID = "icons";
/** Browsers take over what the server wrote, and have no copy in their code. */
const IS_TAKEN_OVER = !import.meta.env.SSR && import.meta.env.HAS_SERVER_MARKUP;
/** Every icon once; the page refers to them (`Icon`). */
const SPRITE = IS_TAKEN_OVER
  ? ""
  : Object.entries(ICON_PATHS)
      .map(
        ([name, path]) => `<symbol id="i-${name}" viewBox="0 0 24 24"><path d="${path}"/></symbol>`,
      )
      .join("");

/** The drawings of all icons, once for each document. */
export function IconSprite() {
  return (
    <svg
      id={SPRITE_ID}
      className="hidden"
      aria-hidden="true"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own drawings, see above
      dangerouslySetInnerHTML={{ __html: IS_TAKEN_OVER ? readServerMarkup(SPRITE_ID) : SPRITE }}
    />
  );
}

/** A line icon, always beside a text or inside a labelled element: it has no accessible name. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  const isDirected = name === "left" || name === "right";
  return (
    <svg
      className={["icon", className, isDirected ? "rtl:-scale-x-100" : ""]
        .filter(Boolean)
        .join(" ")}
      aria-hidden="true"
    >
      <use href={`#i-${name}`} />
    </svg>
  );
}
