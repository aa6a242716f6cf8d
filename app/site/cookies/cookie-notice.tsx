import { lazy, Suspense } from "react";
import type { CookieNotice as Notice } from "#domain/consent.ts";

/** Part of the server's page; its script is fetched only by those who see it. */
const CookieBanner = import.meta.env.SSR
  ? (await import("./cookie-banner.tsx")).default
  : lazy(() => import("./cookie-banner.tsx"));

export function CookieNotice({ notice }: { notice: Notice | null }) {
  return notice ? (
    <Suspense>
      <CookieBanner notice={notice} />
    </Suspense>
  ) : null;
}
