import { type RefObject, useEffect, useMemo } from "react";

/** Typed text is cleared after this time without another key press (spec §5, §9). */
const TYPED_RESET_MS = 1_000;

/**
 * Clears a text field one second after the last key press (spec §5), so that the next one starts a
 * new word. The second starts when the browser has painted the result of the key press. If a key
 * was pressed before the text was cleared, but is handled afterwards, the text is restored: a slow
 * machine must not lose letters. The caller keeps the match.
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
    /** Call it for every input event; returns all typed text and restarts the second. */
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
    /** Keeps the text, because a choice was made. */
    cancel() {
      stop();
      forgotten = null;
    },
  };
}
