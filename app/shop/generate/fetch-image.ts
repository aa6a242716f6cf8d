import { unzipSync } from "fflate";
import { isTemporary, readPictureStatus } from "./picture-status.ts";
import type { Generation } from "./use-generation.tsx";

type Screen = {
  show(generation: Generation): void;
  /** True if the user has left the page: then nothing is saved. */
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
  showReceived(await receive(response), screen);
}

/** 128 random bits. `randomUUID` is missing if a page is not served over HTTPS, as in a LAN. */
function createOperationId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

type Zip = { bytes: Uint8Array<ArrayBuffer>; fileName: string };
type Rejection = { message: string | null; location: string | null };

/**
 * The complete zip, or the reason why there is none. Throws if it is cut off, and for anything
 * else.
 */
async function receive(response: Response): Promise<Zip | Rejection> {
  if (response.headers.get("content-type") !== "application/zip") {
    const { message, location } = await response.json();
    return {
      message: typeof message === "string" ? message : null,
      location: typeof location === "string" ? location : null,
    };
  }
  const disposition = response.headers.get("content-disposition") ?? "";
  const fileName = /filename="([^"]+)"/.exec(disposition)?.[1] ?? "download.zip";
  return { bytes: new Uint8Array(await response.arrayBuffer()), fileName };
}

function showReceived(received: Zip | Rejection, screen: Screen): void {
  if ("message" in received) {
    const { message, location } = received;
    if (location !== null) window.location.assign(location);
    screen.show({ kind: "rejected", message });
    return;
  }
  if (screen.isGone()) return;
  const { bytes, fileName } = received;
  const zipUrl = URL.createObjectURL(new Blob([bytes], { type: "application/zip" }));
  save(zipUrl, fileName);
  screen.show({ kind: "done", imageUrl: showImage(bytes), zipUrl, fileName });
}

const STEPS_MS = [1_000, 1_000, 1_000, 2_000, 2_000, 2_000, 3_000];
const LONG_STEP_MS = 5_000;
/** A hidden tab can wait. */
const HIDDEN_STEP_MS = 15_000;
/** Lost connections in a row, for two minutes: a restart has ended by then. */
export const FAILURES_MAX = 28;

/** Polls the image's state with growing pauses until it is finished. */
async function waitForImage(path: string, screen: Screen): Promise<void> {
  const listPath = path.slice(0, path.lastIndexOf("/"));
  let failures = 0;
  for (let step = 0; !screen.isGone(); step += 1) {
    const status = await readPictureStatus(path);
    // The list of pictures redirects to login, or shows which pictures exist.
    if (status === "gone") return screen.show({ kind: "unclear", listPath });
    const received = status?.zipPath ? await fetchZip(status.zipPath) : null;
    if (received) return showReceived(received, screen);
    const isReached = status !== null && status.zipPath === null;
    if (isReached && status.isFinal) {
      return screen.show({ kind: "rejected", message: status.message });
    }
    failures = isReached ? 0 : failures + 1;
    // The image is still being generated.
    if (failures >= FAILURES_MAX) return screen.show({ kind: "unclear", listPath });
    if (isReached) screen.show({ kind: "waiting", message: status.message, listPath });
    const stepMs = document.hidden ? HIDDEN_STEP_MS : (STEPS_MS[step] ?? LONG_STEP_MS);
    await new Promise((resolve) => setTimeout(resolve, stepMs));
  }
}

/**
 * Null if it cannot be read completely at present. A redirect leads to a page with the reason,
 * which the picture's status also contains.
 */
async function fetchZip(path: string): Promise<Zip | Rejection | null> {
  try {
    const response = await fetch(path);
    return response.redirected || isTemporary(response) ? null : await receive(response);
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
