import { type RefObject, useEffect, useState } from "react";

/** Subpixel tolerance for zoomed screens. */
const TOLERANCE_PX = 2;

/** Whether a horizontally scrolling list is at its start, its end, or (if fully visible) both. */
export function useScrollEdges(ref: RefObject<HTMLElement | null>) {
  const [isAtStart, setAtStart] = useState(true);
  const [isAtEnd, setAtEnd] = useState(false);
  useEffect(() => {
    const list = ref.current;
    if (!list) return;
    const look = () => {
      // In right-to-left text scroll positions are negative.
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
