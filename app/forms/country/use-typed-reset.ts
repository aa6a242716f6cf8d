import { type RefObject, useEffect, useMemo } from "react";

/** Typed text is forgotten after this long without another key (spec §5, §9). */
const TYPED_RESET_MS = 1_000;

/**
 * Empties a text field one second after the last key (spec §5), so that the next key begins a new
 * word. The second starts when the browser has drawn the result of that key, and a key that was
 * pressed before the text went, but is handled after it, brings the text back: a slow machine must
 * not lose letters. What was found stays with the caller.
 */
export function useTypedReset(input: RefObject<HTMLInputElement | null>) {
  const reset = useMemo(() => createTypedReset(input), [input]);
  useEffect(() => reset.cancel, [reset]);
  return reset;
}

function createTypedReset(input: RefObject<HTMLInputElement | null>) {
  let frame = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pressedAtMs: number | null = null;
  let forgotten: { text: string; atMs: number } | null = null;

  function stop() {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  }

  function clear() {
    if (!input.current) return;
    forgotten = { text: input.current.value, atMs: performance.now() };
    input.current.value = "";
  }

  return {
    /** Takes a keydown's time stamp: when the key was pressed, not when it was handled. */
    noteKey(timeStamp: number) {
      pressedAtMs = timeStamp;
    },
    /** Call it for every input event; returns all that was typed and starts the second anew. */
    readTyped(): string {
      stop();
      const field = input.current;
      if (!field) return "";
      const isLate = forgotten && pressedAtMs !== null && pressedAtMs <= forgotten.atMs;
      if (isLate) field.value = `${forgotten?.text}${field.value}`;
      forgotten = null;
      pressedAtMs = null;
      if (field.value !== "") {
        frame = requestAnimationFrame(() => {
          timer = setTimeout(clear, TYPED_RESET_MS);
        });
      }
      return field.value;
    },
    /** Keeps the text; for when a choice was made. */
    cancel() {
      stop();
      forgotten = null;
    },
  };
}
