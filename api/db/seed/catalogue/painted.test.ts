import { describe, expect, it } from "vitest";
import { describeArt, type Painted } from "../../../providers/images/art-engine/index.ts";
import { readPrompt } from "../../../providers/images/art-engine/prompt-reading.ts";
import type { Subject } from "../../../providers/images/art-engine/subjects/index.ts";
import { seedProducts } from "./index.ts";
import type { Motif } from "./motifs.ts";
import type { SeedProduct } from "./types.ts";

/** The motif named on the product page for a painted subject, where the names differ. */
const MOTIF_OF: Partial<Record<Subject, Motif>> = {
  archBridge: "bridge",
  breach: "whale",
  facetRange: "mountain",
  ferry: "boat",
  figure: "person",
  flatRoof: "house",
  flock: "bird",
  heron: "crane",
  keep: "castle",
  lavenderRows: "lavender",
  liner: "ship",
  nightTrain: "train",
  orrery: "planet",
  outpost: "station",
  pagoda: "temple",
  palmCourt: "palm",
  peak: "mountain",
  pillars: "nebula",
  pine: "fir",
  roseWindow: "flower",
  skyIsland: "island",
  skyline: "city",
  spires: "city",
  stall: "market",
};

/** Shapes that pages do not mention. */
const NAMELESS: readonly Subject[] = ["counterweight"];

/** Other motifs a page may mention, and the conditions under which the image shows them. */
const SCENERY: Partial<Record<Motif, (painted: Painted) => boolean>> = {
  city: ({ setting }) => setting === "city",
  forest: ({ setting }) => setting === "forest",
  moon: ({ orb, setting }) => orb === "moon" && setting !== "deep",
  mountain: ({ setting }) => setting === "mountain" || setting === "lake",
  sea: ({ setting }) => setting === "sea" || setting === "deep",
  star: ({ light }) => light === "night",
};

const paint = ({ prompt, seed, styles: [style] }: SeedProduct): Painted =>
  describeArt({ prompt, seed, style, widthPx: 1024, heightPx: 1024 });

const nameOf = (subject: Subject): string => MOTIF_OF[subject] ?? subject;

function listMotifs(subjects: readonly Subject[]): string[] {
  return [...new Set(subjects.filter((subject) => !NAMELESS.includes(subject)).map(nameOf))];
}

describe("the pictures of the demo catalogue", () => {
  it.each(
    seedProducts.map((product) => [product.slug, product] as const),
  )("paints in %s what its page says is in it, the main thing first", (_, product) => {
    const painted = paint(product);
    const motifs: readonly string[] = product.motifs;
    const subjects = listMotifs(painted.subjects);
    expect(motifs.filter((motif) => subjects.includes(motif))).toEqual(subjects);
    const scenery = product.motifs.filter((motif) => !subjects.includes(motif));
    // A botanical plate has flowers around its subject.
    const growing = product.styles[0] === "botanical" ? ["flower"] : [];
    expect(
      scenery.filter((motif) => !growing.includes(motif) && !SCENERY[motif]?.(painted)),
    ).toEqual([]);
  });

  it("reads a subject that the engine knows in every prompt but those of patterns and views", () => {
    const unknown = seedProducts.filter((product) => {
      const { isSubjectNamed, form } = paint(product);
      return !isSubjectNamed && form === "scene";
    });
    expect(unknown.map((product) => product.slug)).toEqual([]);
  });

  it("paints every subject that a title names", () => {
    const unpainted = seedProducts.flatMap((product) => {
      const { subjects, isSubjectNamed } = readPrompt(product.title.en, 1);
      const motifs: readonly string[] = product.motifs;
      const missing = isSubjectNamed
        ? listMotifs(subjects).filter((motif) => !motifs.includes(motif))
        : [];
      return missing.map((motif) => `${product.slug}: ${motif}`);
    });
    expect(unpainted).toEqual([]);
  });
});
