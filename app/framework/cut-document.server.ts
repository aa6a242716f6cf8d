/** A place in a document where each reader has something else. */
export type Slot<Reader> = {
  /** What the document itself has there. */
  text: string;
  /**
   * What a reader's document has there; `own` is what this one has, as bytes. It must not keep a part
   * of the document's string, which would keep all of it.
   */
  fill(reader: Reader, own: Buffer): Buffer;
};

type Segment<Reader> = string | Slot<Reader>;
type Piece<Reader> = Buffer | { own: Buffer; fill: Slot<Reader>["fill"] };

/**
 * Cuts a finished document at `slots`, whose texts must stand in it exactly once, and what is left at
 * the places that `splitMore` finds. Returns what makes of it the document of a reader; null where a
 * text is missing or there twice. What readers share is neither copied nor encoded anew.
 */
export function cutDocument<Reader>(
  html: Buffer<ArrayBuffer>,
  slots: readonly Slot<Reader>[],
  splitMore: (text: string) => Segment<Reader>[],
): ((reader: Reader) => Buffer<ArrayBuffer>) | null {
  let segments: Segment<Reader>[] | null = [html.toString()];
  for (const slot of slots) segments = segments && splitOnce(segments, slot);
  if (!segments) return null;
  const all = segments.flatMap((one) => (typeof one === "string" ? splitMore(one) : [one]));
  const pieces = toPieces(html, all);
  return (reader) =>
    Buffer.concat(
      pieces.map((piece) => (Buffer.isBuffer(piece) ? piece : piece.fill(reader, piece.own))),
    );
}

/** The document's own bytes between its places, and at them. */
function toPieces<Reader>(
  html: Buffer<ArrayBuffer>,
  segments: readonly Segment<Reader>[],
): Piece<Reader>[] {
  let end = 0;
  const take = (text: string) => {
    const start = end;
    end += Buffer.byteLength(text);
    return html.subarray(start, end);
  };
  return segments.map((segment) =>
    typeof segment === "string" ? take(segment) : { own: take(segment.text), fill: segment.fill },
  );
}

/** Null unless the text is there exactly once. */
function splitOnce<Reader>(
  segments: readonly Segment<Reader>[],
  slot: Slot<Reader>,
): Segment<Reader>[] | null {
  let found = 0;
  const split = segments.flatMap((segment): Segment<Reader>[] => {
    if (typeof segment !== "string") return [segment];
    const [first = "", ...rest] = segment.split(slot.text);
    found += rest.length;
    return [first, ...rest.flatMap((after) => [slot, after])];
  });
  return found === 1 ? split : null;
}
