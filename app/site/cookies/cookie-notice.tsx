import { lazyPart } from "#app/ui/base/lazy-part.tsx";
import type { CookieNotice as Notice } from "#domain/cookie-choice.ts";

/** Server-rendered; only visitors who see it fetch its script. */
const CookieBanner = lazyPart(async () => (await import("./cookie-banner.tsx")).default);

export function CookieNotice({ notice }: { notice: Notice | null }) {
  return notice ? <CookieBanner notice={notice} /> : null;
}
