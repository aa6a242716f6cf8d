import { useEffect, useRef } from "react";
import { useT } from "#app/i18n/i18n.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import { TOAST_MS, type Toast } from "#domain/toasts.ts";

const TONES = {
  success: "border-s-positive",
  info: "border-s-control",
  warning: "border-s-warning",
  error: "border-s-negative",
} as const;

/** One message: it disappears after 3 or 4 s (spec §9), but waits while hovered or focused. */
export function ToastCard({ toast, onHide }: { toast: Toast; onHide: () => void }) {
  const t = useT();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hide = useRef(onHide);
  hide.current = onHide;
  const start = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => hide.current(), TOAST_MS[toast.kind]);
  };
  const pause = () => clearTimeout(timer.current);
  // The mouse may leave while the focus stays, and vice versa.
  const resume = ({ currentTarget }: { currentTarget: Element }) => {
    if (!currentTarget.matches(":hover, :focus-within")) start();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: starts once, for this toast
  useEffect(() => {
    start();
    return pause;
  }, []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only stops its timer
    <div
      data-scripts="idle"
      className={`card pointer-events-auto flex items-start gap-3 border-s-4 p-4 shadow-raised ${TONES[toast.kind]}`}
      onPointerEnter={pause}
      onPointerLeave={resume}
      onFocus={pause}
      onBlur={resume}
    >
      <p className="flex-1">{toast.text}</p>
      <button
        type="button"
        aria-label={t("shell.close")}
        className="needs-js -m-3 grid size-11 place-items-center rounded-control hover:bg-sunken"
        onClick={onHide}
      >
        <Icon name="close" className="size-4" />
      </button>
    </div>
  );
}
