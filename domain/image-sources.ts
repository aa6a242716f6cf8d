/**
 * How an image was made: by our own procedural engine or an AI image model. `ai` applies to offered
 * and uploaded images.
 */
export const IMAGE_SOURCES = ["engine", "ai"] as const;
export type ImageSource = (typeof IMAGE_SOURCES)[number];

const SOURCE_TYPES = "http://cv.iptc.org/newscodes/digitalsourcetype/";

/**
 * IPTC's codes for it, used to mark AI output as required by Regulation (EU) 2024/1689 Art. 50(2).
 */
const SOURCE_TYPE: Record<ImageSource, string> = {
  engine: `${SOURCE_TYPES}algorithmicMedia`,
  ai: `${SOURCE_TYPES}trainedAlgorithmicMedia`,
};

/** The XMP packet of a delivered image: machine-readable origin, and nothing else. */
export function toXmp(source: ImageSource): string {
  return [
    '<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/">',
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    '<rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"',
    ` Iptc4xmpExt:DigitalSourceType="${SOURCE_TYPE[source]}"/>`,
    "</rdf:RDF></x:xmpmeta>",
    '<?xpacket end="r"?>',
  ].join("");
}
