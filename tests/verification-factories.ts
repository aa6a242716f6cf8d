import { randomUUID } from "node:crypto";
import { createCanvas } from "@napi-rs/canvas";
import sharp from "sharp";

/** The fields of a valid verification, except its files. */
export const VERIFICATION = {
  full_name: "Mari Tamm",
  date_of_birth: "1990-02-28",
  nationality: "EE",
  phone: "+372 600 1000",
  address: "Pikk 1-2",
  city: "Tallinn",
  state: "Harjumaa",
  country: "EE",
  document_type: "identity_card",
  address_document_type: "utility_bill",
  confirm: "on",
};

/** Paints a scan like a phone's: a portrait and lines of text on paper. */
export function paintScan(
  format: "jpeg" | "png" | "webp" = "jpeg",
  { color = "#8899aa", width = 480, height = 320 } = {},
): Promise<Buffer> {
  const canvas = createCanvas(width, height);
  const paper = canvas.getContext("2d");
  const fill = (style: string, x: number, y: number, w: number, h: number) => {
    paper.fillStyle = style;
    paper.fillRect(x * width, y * height, w * width, h * height);
  };
  fill("#f4f1ea", 0, 0, 1, 1);
  fill(color, 0.06, 0.16, 0.28, 0.62);
  for (let line = 0; line < 5; line++) {
    fill("#333333", 0.4, 0.2 + line * 0.14, 0.5 - line * 0.06, 0.05);
  }
  return sharp(canvas.toBuffer("image/png")).toFormat(format).toBuffer();
}

export const fileOf = (bytes: Uint8Array, name = "scan.jpg", type = "image/jpeg") =>
  new File([new Uint8Array(bytes)], name, { type });

type Fields = Record<string, string | File | undefined>;

/** Creates a complete form, with files. `undefined` leaves a field out. */
export async function createVerificationForm(changes: Fields = {}): Promise<FormData> {
  const fields: Fields = {
    ...VERIFICATION,
    operation_id: randomUUID(),
    document_front: fileOf(await paintScan("jpeg")),
    document_back: fileOf(await paintScan("png", { color: "#aa9988" }), "back.png", "image/png"),
    address_document: fileOf(await paintScan("webp", { color: "#99aa88" }), "bill.webp"),
    ...changes,
  };
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) form.set(name, value);
  }
  return form;
}
