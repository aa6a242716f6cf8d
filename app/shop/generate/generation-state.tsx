import { useT } from "#app/i18n/i18n.tsx";
import type { GenerationState as State } from "#domain/generations.ts";

const LOOKS: Record<State, string> = {
  queued: "text-muted",
  running: "text-accent",
  done: "text-positive",
  failed: "text-negative",
  cancelled: "text-muted",
};
const TEXTS: Record<State, string> = {
  queued: "generate.queued",
  running: "generate.running",
  done: "generate.finished",
  failed: "generate.failed",
  cancelled: "generate.cancelled",
};

/** An image's state, in its colour and always in words too. */
export function GenerationState({ state }: { state: State }) {
  const t = useT();
  return (
    <span className={`inline-flex items-center gap-2 text-sm font-medium ${LOOKS[state]}`}>
      <span aria-hidden="true" className="size-2 flex-none rounded-full bg-current" />
      {t(TEXTS[state])}
    </span>
  );
}
