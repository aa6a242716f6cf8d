import { type RefObject, useEffect, useState } from "react";

/** Fractions of a pixel that zoomed screens leave over. */
const TOLERANCE_PX = 2;

/** Whether a sideways scrolling list stands at its start, its end, or (all of it is seen) at both. */
export function useScrollEdges(ref: RefObject<HTMLElement | null>) {
  const [isAtStart, setAtStart] = useState(true);
  const [isAtEnd, setAtEnd] = useState(false);
  useEffect(() => {
    const list = ref.current;
    if (!list) return;
    const look = () => {
      // Right to left, what lies before is counted below zero.
      const before = Math.abs(list.scrollLeft);
      setAtStart(before <= TOLERANCE_PX);
      setAtEnd(list.scrollWidth - list.clientWidth - before <= TOLERANCE_PX);
    };
    const sizes = new ResizeObserver(look);
    sizes.observe(list);
    list.addEventListener("scroll", look, { passive: true });
    return () => {
      sizes.disconnect();
      list.removeEventListener("scroll", look);
    };
  }, [ref]);
  return { isAtStart, isAtEnd };
}
