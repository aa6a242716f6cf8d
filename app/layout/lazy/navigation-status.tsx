import { useEffect, useRef, useState } from "react";
import { type Location, useLocation, useNavigation } from "react-router";
import { useT } from "#app/i18n/i18n.tsx";

/** What a browser does by itself between two documents: shows that one loads, and reads out its title. */
export function NavigationStatus({ first }: { first: Location }) {
  const t = useT();
  const isLoading = useNavigation().state !== "idle";
  const title = useNewPage(first);
  return (
    <>
      {isLoading ? (
        <div role="progressbar" aria-label={t("shell.loading")} className="navigation-progress" />
      ) : null}
      <p role="status" className="sr-only">
        {title}
      </p>
    </>
  );
}

/**
 * After a navigation by script the focus is lost with the link that had it, or still on a link of the
 * header, or of a page's end that is out of sight: it moves to the page's heading, where the page
 * begins. A page that has placed the focus itself (a dialog, an error) keeps it, and so does a field:
 * somebody may be typing. Returns the title to read out where the focus says nothing of the new page.
 */
function useNewPage(first: Location): string {
  const location = useLocation();
  const last = useRef(first);
  const [title, setTitle] = useState("");
  useEffect(() => {
    if (last.current.key === location.key) return;
    const isOther = last.current.pathname !== location.pathname;
    last.current = location;
    const hasMoved = isLeftBehind(document.activeElement, isOther) && focusHeading();
    setTitle(isOther && !hasMoved ? document.title : "");
  }, [location]);
  return title;
}

function isLeftBehind(focused: Element | null, isOther: boolean): boolean {
  if (focused === null || focused === document.body) return true;
  if (!focused.matches("a, button, summary")) return false;
  return (isOther && focused.closest("main, dialog") === null) || !isInSight(focused);
}

function isInSight(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight && bottom > top;
}

/** False when there is no heading, or a fragment of the address leads elsewhere. */
function focusHeading(): boolean {
  const heading = document.querySelector<HTMLElement>("main h1");
  if (!heading || window.location.hash !== "") return false;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return true;
}
