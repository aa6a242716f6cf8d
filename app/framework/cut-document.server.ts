/** A part of a shared document that differs per reader. */
export type Slot<Reader> = {
  /** The part's text in the shared document, where it must occur exactly once. */
  text: string;
  /**
   * Returns the part for one reader; `own` is the shared document's part, as bytes. The closure
   * must not keep a substring of the document: V8 would then keep the whole string in memory.
   */
  fill(reader: Reader, own: Buffer): Buffer;
};

type Segment<Reader> = string | Slot<Reader>;
type Piece<Reader> = Buffer | { own: Buffer; fill: Slot<Reader>["fill"] };

/**
 * Prepares a finished document so that it can be filled in for each reader: splits it at `slots`,
 * and the text between them with `splitMore`. Returns a function that creates the document for a
 * reader; null if the text of a slot is missing or occurs twice. The shared parts are slices of
 * `html`: they are neither copied in advance nor encoded again.
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

/**
 * The segments as bytes of the document: the shared ones between the slots, and those at each slot.
 */
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

/** Splits the segments at a slot; null unless its text occurs exactly once. */
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
