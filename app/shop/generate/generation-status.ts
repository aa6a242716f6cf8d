import type { GenerationView } from "#app/api-client/generations.server.ts";
import type { Translate } from "#app/i18n/translate.ts";

/** An image's state as a sentence; for a failure with the reason, and that it was free. */
export function describeGeneration(
  t: Translate,
  { state, place, failure }: GenerationView,
  formatNumber: (value: number) => string,
): string {
  switch (state) {
    case "queued":
      return t("generate.queuedText", { place: formatNumber(place ?? 1) });
    case "running":
      return t("generate.runningText");
    case "done":
      return t("generate.readyTitle");
    case "failed":
      return `${t(failure === null ? "errors.generation_failed" : `errors.${failure}`)} ${t("generate.free")}`;
    case "cancelled":
      return `${t("generate.cancelledTitle")}. ${t("generate.free")}`;
  }
}
