import { lazyPart } from "#app/ui/base/lazy-part.tsx";
import type { CookieNotice as Notice } from "#domain/consent.ts";

/** Part of the server's page; its script is fetched only by those who see it. */
const CookieBanner = lazyPart(async () => (await import("./cookie-banner.tsx")).default);

export function CookieNotice({ notice }: { notice: Notice | null }) {
  return notice ? <CookieBanner notice={notice} /> : null;
}
