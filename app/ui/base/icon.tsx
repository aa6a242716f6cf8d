import { ICON_PATHS, type IconName } from "./icon-paths.ts";

const SPRITE_ID = "icons";
/** Every icon once; the page refers to them (`Icon`). */
const SPRITE = import.meta.env.SSR
  ? Object.entries(ICON_PATHS)
      .map(
        ([name, path]) => `<symbol id="i-${name}" viewBox="0 0 24 24"><path d="${path}"/></symbol>`,
      )
      .join("")
  : "";

/** What the server wrote; kept, because an error page replaces the element. */
let written: string | undefined;

/**
 * The drawings of all icons, once for each document. Browsers take over what the server wrote, and
 * have no copy in their code.
 */
export function IconSprite() {
  if (!import.meta.env.SSR) written ??= document.getElementById(SPRITE_ID)?.innerHTML ?? "";
  return (
    <svg
      id={SPRITE_ID}
      className="hidden"
      aria-hidden="true"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own drawings, see above
      dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? SPRITE : (written ?? "") }}
    />
  );
}

/** A line icon, always beside a text or inside something that has a name: it says nothing itself. */
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
