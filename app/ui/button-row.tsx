import type { ReactNode } from "react";
import { DialogFooter } from "./dialog.tsx";

/**
 * The buttons of a step, always visible, at full width, with `note` above them. If they do not fit
 * in a row, the last one is on top: what the step is for.
 */
export function ButtonRow({ note, children }: { note?: ReactNode; children: ReactNode }) {
  return (
    <DialogFooter>
      {note ? <div className="mb-3">{note}</div> : null}
      <div className="flex flex-wrap-reverse gap-3 *:min-w-fit *:grow *:basis-32">{children}</div>
    </DialogFooter>
  );
}
