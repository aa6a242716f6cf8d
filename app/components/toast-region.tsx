import { lazy, Suspense, useState } from "react";
import type { Toast } from "#app/middleware/toast.ts";

const ToastCard = import.meta.env.SSR
  ? (await import("./toast-card.tsx")).ToastCard
  : lazy(async () => ({ default: (await import("./toast-card.tsx")).ToastCard }));

/**
 * The message that came over a redirect (spec §2 Toasts). The server renders it, so it is there
 * without scripts; with them its own code, fetched when there is a message, takes it away again.
 */
export function ToastRegion({ toast }: { toast: Toast | null }) {
  const [hidden, setHidden] = useState<Toast | null>(null);
  const isShown = toast !== null && hidden !== toast;
  return (
    <div
      role={toast?.kind === "error" ? "alert" : "status"}
      className="toasts pointer-events-none fixed inset-x-4 top-20 z-50 sm:start-auto sm:w-96"
    >
      <Suspense>
        {isShown ? (
          <ToastCard key={toast.text} toast={toast} onHide={() => setHidden(toast)} />
        ) : null}
      </Suspense>
    </div>
  );
}
