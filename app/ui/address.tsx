import { Fragment } from "react";

/** An address as the staff wrote it: lines break between its parts, not within "Pikk 1". */
export function Address({ text }: { text: string }) {
  const parts = text.replaceAll(", ", ",\n").split("\n");
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
    <Fragment key={index}>
      {index > 0 ? " " : null}
      <span className="inline-block">{part}</span>
    </Fragment>
  ));
}
