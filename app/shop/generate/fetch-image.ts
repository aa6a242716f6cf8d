import { unzipSync } from "fflate";
import type { Generation } from "./use-generation.tsx";

/** Loaded with the first click: asks for the zip, saves it, and takes the picture out of it. */
export async function fetchImage(action: string, form: FormData): Promise<Generation> {
  // Distinguished from the click before, which may have been for the same format and size.
  form.set("operation_id", `${Date.now()}-${Math.random().toString(36).slice(2)}`);
  const response = await fetch(action, {
    method: "POST",
    body: form,
    headers: { accept: "application/json" },
  });
  if (response.headers.get("content-type") !== "application/zip") {
    const { message, location } = await response.json();
    if (typeof location === "string") window.location.assign(location);
    return { kind: "rejected", message: typeof message === "string" ? message : null };
  }
  const bytes = new Uint8Array(await response.arrayBuffer());
  const disposition = response.headers.get("content-disposition") ?? "";
  const fileName = /filename="([^"]+)"/.exec(disposition)?.[1] ?? "download.zip";
  const zipUrl = URL.createObjectURL(new Blob([bytes], { type: "application/zip" }));
  save(zipUrl, fileName);
  return { kind: "done", imageUrl: showImage(bytes), zipUrl, fileName };
}

function save(url: string, fileName: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
}

const TYPES = [
  [/\.jpe?g$/i, "image/jpeg"],
  [/\.png$/i, "image/png"],
  [/\.webp$/i, "image/webp"],
] as const;

function showImage(zip: Uint8Array): string | null {
  for (const [name, bytes] of Object.entries(unzipSync(zip))) {
    const type = TYPES.find(([ending]) => ending.test(name))?.[1];
    if (type) return URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type }));
  }
  return null;
}
