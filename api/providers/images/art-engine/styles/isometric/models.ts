import { toneColour } from "../../actors.ts";
import { mix } from "../../palette.ts";
import type { Stage } from "../../stage.ts";
import type { Subject } from "../../subjects/index.ts";
import type { Model } from "./bricks.ts";
import { castle, greenhouse, house } from "./buildings.ts";
import { canalStreet } from "./canal.ts";
import type { Brick } from "./isometric.ts";
import { outpost, stall, train } from "./places.ts";

const MODELS: Partial<Record<Subject, (model: Model) => void>> = {
  house,
  stall,
  train,
  castle,
  greenhouse,
  outpost,
};

/** Returns the hero's model if it is built rather than sculpted; null for all others. */
export function buildModel(stage: Stage): Brick[] | null {
  const subject = stage.reading.subjects[0];
  const build =
    subject === "cat" && stage.reading.water === "canal" ? canalStreet : subject && MODELS[subject];
  if (!subject || !build) return null;
  const { palette } = stage;
  const model: Model = {
    stage,
    tone: (name) => toneColour(stage, subject, name),
    lit: mix({ l: 0.9, c: 0.12, h: 88 }, palette.light, 0.3),
    bricks: [],
  };
  build(model);
  return model.bricks;
}
