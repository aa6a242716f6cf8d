import { type ReactNode, useId, useRef } from "react";
import { useT } from "#app/i18n/i18n.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import { useDragScroll } from "./use-drag-scroll.ts";
import { useScrollEdges } from "./use-scroll-edges.ts";

/**
 * A horizontally scrolling, snapping row (spec §2 carousels): a list with native scrolling, so that
 * swiping, wheel, keyboard and right-to-left text work natively. Scripts add the two buttons and,
 * for a mouse, dragging. It never moves automatically.
 */
export function Carousel(props: {
  title: string;
  action?: ReactNode;
  /** Tailwind width of a slide: 250 px for products, 284 px for styles. */
  slideClass: string;
  slides: { key: string; content: ReactNode }[];
}) {
  const { title, action, slideClass, slides } = props;
  const t = useT();
  const titleId = useId();
  const listRef = useRef<HTMLUListElement>(null);
  useDragScroll(listRef);
  const { isAtStart, isAtEnd } = useScrollEdges(listRef);
  const scroll = (direction: 1 | -1) => {
    const list = listRef.current;
    if (!list) return;
    const isRtl = getComputedStyle(list).direction === "rtl";
    list.scrollBy({
      left: direction * (isRtl ? -1 : 1) * list.clientWidth * 0.8,
      behavior: "smooth",
    });
  };
  // Not `disabled`, so that a focused button keeps the focus at the end of the row.
  const button = (direction: 1 | -1, isUseless: boolean) => (
    <button
      type="button"
      className="grid size-11 place-items-center border border-control not-first:-ms-px not-aria-disabled:hover:border-ink not-aria-disabled:hover:bg-ink not-aria-disabled:hover:text-canvas aria-disabled:cursor-default aria-disabled:text-control"
      aria-label={t("shell.labelled", {
        label: title,
        text: t(direction === 1 ? "carousel.on" : "carousel.back"),
      })}
      aria-disabled={isUseless}
      onClick={() => scroll(direction)}
    >
      <Icon name={direction === 1 ? "right" : "left"} />
    </button>
  );
  return (
    <section aria-labelledby={titleId} className="py-12 md:py-16">
      <div className="page mb-6 flex flex-wrap items-end gap-x-4 gap-y-3 md:mb-8">
        <h2 id={titleId} className="text-2xl md:text-4xl">
          {title}
        </h2>
        <div className="ms-auto flex flex-wrap items-center gap-4">
          {/* Before the action, which stays at the edge even while their place is empty. On
              phones users swipe, and the action is next to the title instead. */}
          {isAtStart && isAtEnd ? null : (
            <div className="needs-js flex max-sm:pointer-coarse:hidden">
              {button(-1, isAtStart)}
              {button(1, isAtEnd)}
            </div>
          )}
          {action}
        </div>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <ul ref={listRef} className="snap-row" tabIndex={0} aria-labelledby={titleId}>
        {slides.map(({ key, content }) => (
          <li key={key} className={slideClass}>
            {content}
          </li>
        ))}
      </ul>
    </section>
  );
}
