import type { Rgb } from "./color.ts";
import { createLayer, type Frame, WIDTH } from "./frame.ts";
import { type Composition, paintScene } from "./scene.ts";

/** Paints the scene small and answers its colour at any point of the picture. */
export function sampleScene(
  frame: Frame,
  composition: Composition,
  widthPx: number,
): (x: number, y: number) => Rgb {
  const layer = createLayer(frame, widthPx / frame.widthPx);
  paintScene(layer.ctx, frame, composition);
  const { width, height } = layer.canvas;
  const { data } = layer.ctx.getImageData(0, 0, width, height);
  return (x, y) => {
    const column = Math.min(width - 1, Math.max(0, Math.floor((x / WIDTH) * width)));
    const row = Math.min(height - 1, Math.max(0, Math.floor((y / frame.height) * height)));
    const index = (row * width + column) * 4;
    return { r: data[index] ?? 0, g: data[index + 1] ?? 0, b: data[index + 2] ?? 0 };
  };
}
