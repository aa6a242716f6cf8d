import { useCallback, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import type { Toast } from "#domain/toasts.ts";
import { lazyPart } from "./lazy-part.tsx";
import { useToastHost } from "./toast-host.ts";

const ToastCard = lazyPart(() =>
  import("#app/ui/toast-card.tsx").then(
    ({ ToastCard }) => ToastCard,
    () => PlainCard,
  ),
);

/** Shows a message from a script, or removes the current one. */
export let showToast: (toast: Toast | null) => void = () => {};

/** Shows that there is no network, with the text that the layout provides for this. */
export function showOffline(): void {
  showToast({ kind: "error", text: document.getElementById("offline")?.textContent ?? "" });
}

/**
 * The message carried by a redirect (spec §2 Toasts), or set by a script (`showToast`). The server
 * renders it, so it works without scripts; with them its own code, fetched if there is a message,
 * removes it again. While a dialog is open it is shown inside the dialog. A repeated message gets a
 * new card: it is announced again, and its time starts again.
 */
export function ToastRegion({ toast }: { toast: Toast | null }) {
  const [{ shown, count }, setCurrent] = useState({ shown: toast, count: 0 });
  const setShown = useCallback((next: Toast | null) => {
    setCurrent((last) => (last.shown === next ? last : { shown: next, count: last.count + 1 }));
  }, []);
  // The newest message replaces the previous one.
  useEffect(() => {
    showToast = setShown;
    setShown(toast);
  }, [toast, setShown]);
  const host = useToastHost();
  const region = (
    <div role={shown?.kind === "error" ? "alert" : "status"} className="toasts">
      {shown ? <ToastCard key={count} toast={shown} onHide={() => setShown(null)} /> : null}
    </div>
  );
  return host ? createPortal(region, host) : region;
}

/** For the case that the card's code cannot be loaded because of the same network failure. */
function PlainCard({ toast, onHide }: { toast: Toast; onHide: () => void }) {
  useEffect(() => {
    const timer = setTimeout(onHide, 4000);
    return () => clearTimeout(timer);
  });
  return <p className="card border-s-4 border-s-negative p-4 shadow-raised">{toast.text}</p>;
}
