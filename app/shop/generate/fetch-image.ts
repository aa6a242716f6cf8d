import { unzipSync } from "fflate";
import type { Generation } from "./use-generation.tsx";

type Screen = {
  show(generation: Generation): void;
  /** True when the page has been left: then nothing is saved. */
  isGone(): boolean;
};

/** Loaded with the first click: requests the zip, saves it, and extracts its image. */
export async function fetchImage(action: string, form: FormData, screen: Screen): Promise<void> {
  // Distinct from the previous click, which may have had the same format and size.
  form.set("operation_id", createOperationId());
  const response = await fetch(action, {
    method: "POST",
    body: form,
    headers: { accept: "application/json" },
  });
  if (response.status === 202) {
    const { path } = await response.json();
    return waitForImage(String(path), screen);
  }
  await showResponse(response, screen);
}

/** 128 random bits. `randomUUID` is missing where a page is not served over HTTPS, as in a LAN. */
function createOperationId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function showResponse(response: Response, screen: Screen): Promise<void> {
  if (response.headers.get("content-type") !== "application/zip") {
    const { message, location } = await response.json();
    if (typeof location === "string") window.location.assign(location);
    screen.show({ kind: "rejected", message: typeof message === "string" ? message : null });
    return;
  }
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (screen.isGone()) return;
  const disposition = response.headers.get("content-disposition") ?? "";
  const fileName = /filename="([^"]+)"/.exec(disposition)?.[1] ?? "download.zip";
  const zipUrl = URL.createObjectURL(new Blob([bytes], { type: "application/zip" }));
  save(zipUrl, fileName);
  screen.show({ kind: "done", imageUrl: showImage(bytes), zipUrl, fileName });
}

const STEPS_MS = [1_000, 1_000, 1_000, 2_000, 2_000, 2_000, 3_000];
const LONG_STEP_MS = 5_000;
/** A hidden tab can wait. */
const HIDDEN_STEP_MS = 15_000;
/** Lost connections in a row; the image is generated anyway, and its page shows it. */
const FAILURES_MAX = 5;

/** Polls the image's state with growing pauses until it is finished. */
async function waitForImage(path: string, screen: Screen): Promise<void> {
  let failures = 0;
  for (let step = 0; !screen.isGone(); step += 1) {
    const status = await readStatus(path);
    failures = status ? 0 : failures + 1;
    if (failures >= FAILURES_MAX) return screen.show({ kind: "rejected", message: null });
    if (status?.zipPath) return showResponse(await fetch(status.zipPath), screen);
    if (status?.isFinal) return screen.show({ kind: "rejected", message: status.message });
    if (status) {
      const listPath = path.slice(0, path.lastIndexOf("/"));
      screen.show({ kind: "waiting", message: status.message, listPath });
    }
    const stepMs = document.hidden ? HIDDEN_STEP_MS : (STEPS_MS[step] ?? LONG_STEP_MS);
    await new Promise((resolve) => setTimeout(resolve, stepMs));
  }
}

type Status = { isFinal: boolean; message: string; zipPath: string | null };

async function readStatus(path: string): Promise<Status | null> {
  try {
    const response = await fetch(`${path}/status`);
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
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
