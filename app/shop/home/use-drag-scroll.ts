import { type RefObject, useEffect } from "react";

/**
 * Lets a mouse drag and throw a scroll-snap row. Touch, wheel, keys and assistive technology keep
 * native scrolling, which remains the only source of the position: keen-slider only computes the
 * physics, and is fetched when a mouse first comes near.
 */
export function useDragScroll(listRef: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const list = listRef.current;
    if (!list) return;
    const controller = new AbortController();
    const { signal } = controller;
    let slider: ReturnType<typeof attachDrag> | null = null;
    let isAsked = false;
    const prepare = async (event: PointerEvent) => {
      if (event.pointerType !== "mouse" || isAsked) return;
      isAsked = true;
      // The row scrolls without it, so a failed download can be ignored.
      const module = await import("keen-slider").catch(() => null);
      if (module && !signal.aborted) slider = attachDrag(list, module.default, signal);
    };
    list.addEventListener("pointerenter", prepare, { signal });
    return () => {
      controller.abort();
      slider?.destroy();
    };
  }, [listRef]);
}

type KeenSlider = typeof import("keen-slider").default;

function attachDrag(list: HTMLElement, Slider: KeenSlider, signal: AbortSignal) {
  const isRtl = getComputedStyle(list).direction === "rtl";
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const release = () => list.removeAttribute("data-dragged");
  let isHeld = false;
  // Registered before keen-slider's own listeners: a finger scrolls natively, a mouse starts from
  // the current scroll position.
  list.addEventListener("touchstart", (event) => event.stopImmediatePropagation(), {
    signal,
    capture: true,
  });
  list.addEventListener(
    "mousedown",
    () => {
      slider.animator.stop();
      slider.track.to(Math.abs(list.scrollLeft) / slider.size);
      isHeld = true;
    },
    { signal, capture: true },
  );
  const letGo = () => {
    isHeld = false;
    slider.animator.stop();
    release();
  };
  list.addEventListener("wheel", letGo, { signal, passive: true });
  const slider = new Slider(list, {
    mode: isStill ? "free" : "free-snap",
    renderMode: "custom",
    rubberband: false,
    rtl: isRtl,
    selector: ":scope > *",
    slides: (size, slides) => measure(list, size, slides),
    dragged: () => list.setAttribute("data-dragged", ""),
    detailsChanged: ({ track, size }) => {
      if (!isHeld) return;
      list.scrollLeft = track.details.position * size * (isRtl ? -1 : 1);
    },
    // After keen-slider's own handler, which starts the glide, if there is one.
    dragEnded: () => queueMicrotask(() => slider.animator.active || letGo()),
    animationEnded: letGo,
  });
  return slider;
}

/** The row in keen-slider's units: row widths, including the space at both edges. */
function measure(list: HTMLElement, size: number, slides: HTMLElement[]) {
  const style = getComputedStyle(list);
  const spacing = Number.parseFloat(style.columnGap) / size;
  const edges = Number.parseFloat(style.paddingInlineStart) * 2;
  return slides.map((slide, index) => ({
    size: (slide.offsetWidth + (index === slides.length - 1 ? edges : 0)) / size,
    spacing,
  }));
}
