import { useEffect, useState } from "react";
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

/** Shows a message of the page's own script, or takes the one away that is there. */
export let showToast: (toast: Toast | null) => void = () => {};

/**
 * The message that came over a redirect (spec §2 Toasts), or of a script (`showToast`). The server
 * renders it, so it is there without scripts; with them its own code, fetched when there is a
 * message, takes it away again. While a dialog is open it belongs to the dialog.
 */
export function ToastRegion({ toast }: { toast: Toast | null }) {
  const [shown, setShown] = useState(toast);
  // The newest message takes the place of the one before.
  useEffect(() => {
    showToast = setShown;
    setShown(toast);
  }, [toast]);
  const host = useToastHost();
  const region = (
    <div
      role={shown?.kind === "error" ? "alert" : "status"}
      className="toasts pointer-events-none fixed inset-x-4 top-20 z-50 sm:start-auto sm:w-96"
    >
      {shown ? <ToastCard key={shown.text} toast={shown} onHide={() => setShown(null)} /> : null}
    </div>
  );
  return host ? createPortal(region, host) : region;
}

/** For when the network that a message speaks of is not there for the card's code either. */
function PlainCard({ toast, onHide }: { toast: Toast; onHide: () => void }) {
  useEffect(() => {
    const timer = setTimeout(onHide, 4000);
    return () => clearTimeout(timer);
  });
  return <p className="card p-4">{toast.text}</p>;
}
