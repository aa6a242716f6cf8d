import { useEffect, useState } from "react";
import { useT } from "#app/i18n/i18n.tsx";
import { Icon } from "#app/ui/base/icon.tsx";

/** Appears after this much scrolling (spec §2 Footer, §9). */
const AFTER_PX = 300;

/**
 * Scrolls to the top and moves the focus there; smoothly unless reduced motion is preferred. It is
 * in the header: floating over the page it would cover content (app.css).
 */
export function BackToTop() {
  const t = useT();
  const [isFar, setFar] = useState(false);
  useEffect(() => {
    const look = () => setFar(scrollY > AFTER_PX);
    look();
    addEventListener("scroll", look, { passive: true });
    return () => removeEventListener("scroll", look);
  }, []);
  // Its space is reserved: the header does not shift when it appears.
  return (
    <button
      type="button"
      aria-label={t("shell.toTop")}
      className={`back-to-top needs-js ${isFar ? "" : "invisible"}`}
      onClick={() => {
        const header = document.querySelector("header");
        header?.setAttribute("tabindex", "-1");
        header?.focus({ preventScroll: true });
        // Smooth unless reduced motion is preferred: the same rule as for fragment links (app.css).
        document.documentElement.dataset.toHash = "";
        scrollTo(0, 0);
      }}
    >
      <Icon name="down" className="size-5 rotate-180" />
    </button>
  );
}
