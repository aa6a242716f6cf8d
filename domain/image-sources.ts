/**
 * Who made an image: our own procedural engine, or an AI image model. `ai` is what people offer and
 * staff upload.
 */
export const IMAGE_SOURCES = ["engine", "ai"] as const;
export type ImageSource = (typeof IMAGE_SOURCES)[number];

const SOURCE_TYPES = "http://cv.iptc.org/newscodes/digitalsourcetype/";

/** IPTC's codes for it, as Regulation (EU) 2024/1689 Art. 50(2) asks to mark what AI has made. */
const SOURCE_TYPE: Record<ImageSource, string> = {
  engine: `${SOURCE_TYPES}algorithmicMedia`,
  ai: `${SOURCE_TYPES}trainedAlgorithmicMedia`,
};

/** The XMP packet of a delivered image: machines read from it how the image was made, and no more. */
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
