import { useEffect, useState } from "react";
import { useT } from "#app/i18n/i18n.tsx";
import { Icon } from "./icon.tsx";

/** Appears after this much scrolling (spec §2 Footer, §9). */
const AFTER_PX = 300;

/** Back to the top, eyes and focus both; smoothly where motion is welcome (app.css). */
export function BackToTop() {
  const t = useT();
  const [isFar, setFar] = useState(false);
  useEffect(() => {
    const look = () => setFar(scrollY > AFTER_PX);
    look();
    addEventListener("scroll", look, { passive: true });
    return () => removeEventListener("scroll", look);
  }, []);
  return isFar ? (
    <button
      type="button"
      aria-label={t("shell.toTop")}
      title={t("shell.toTop")}
      className="back-to-top fixed end-4 z-10 grid size-11 place-items-center rounded-control border border-control bg-surface"
      onClick={() => {
        const header = document.querySelector("header");
        header?.setAttribute("tabindex", "-1");
        header?.focus({ preventScroll: true });
        scrollTo(0, 0);
      }}
    >
      <Icon name="down" className="size-5 rotate-180" />
    </button>
  ) : null;
}
