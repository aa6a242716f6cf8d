import type { ReactNode } from "react";
import { DialogFooter } from "./dialog.tsx";

/** The buttons of a step, always visible, at full width, with `note` above them. */
export function ButtonRow({ note, children }: { note?: ReactNode; children: ReactNode }) {
  return (
    <DialogFooter>
      {note ? <div className="mb-3">{note}</div> : null}
      <div className="flex flex-wrap gap-3 *:min-w-fit *:grow *:basis-32">{children}</div>
    </DialogFooter>
  );
}
