import { parentPort, Worker, workerData } from "node:worker_threads";
import { DomainError } from "#domain/errors.ts";
import { ART_STYLES, type ArtRequest, renderArt } from "./art-engine/index.ts";
import type { ImageGenerator } from "./images.ts";

export type ProceduralImages = ImageGenerator & { close(): Promise<void> };

const ROLE = "paint pictures";
/** A worker that has had nothing to do for this long is ended: it holds 60 MB. */
const IDLE_MS = 20_000;

type Task = {
  request: ArtRequest;
  resolve(png: Buffer): void;
  reject(reason: unknown): void;
};
type Painter = { worker: Worker; task: Task | null; idleTimer: NodeJS.Timeout | null };
type Answer = { png: Uint8Array } | { error: string };

/**
 * The embedded image generator (design §4): procedural pictures, no AI model. With `workerEntry` (the
 * built server, which paints when it is started as a worker) pictures are made on threads of their
 * own, so that no visitor waits for one; without it, as in development and tests, in place.
 */
export function createProceduralImages(
  options: { workerEntry?: URL; painters?: number } = {},
): ProceduralImages {
  const { workerEntry, painters = 1 } = options;
  const paint = workerEntry ? createPool(workerEntry, painters) : null;
  return {
    name: "procedural",
    async generate({ style, ...rest }) {
      const known = ART_STYLES.find((name) => name === style);
      if (!known) {
        throw new DomainError("validation_failed", { message: `no painter for style ${style}` });
      }
      const request = { ...rest, style: known };
      return paint ? paint.run(request) : renderArt(request);
    },
    close: async () => paint?.close(),
  };
}

/** True in a thread that was started to paint. */
export function isPainter(): boolean {
  return parentPort !== null && workerData?.role === ROLE;
}

/** What such a thread does: one picture after the other. */
export function servePainting(): void {
  parentPort?.on("message", (request: ArtRequest) => {
    renderArt(request).then(
      (png) => parentPort?.postMessage({ png } satisfies Answer),
      (error: unknown) => parentPort?.postMessage({ error: String(error) } satisfies Answer),
    );
  });
}

function createPool(entry: URL, size: number) {
  const waiting: Task[] = [];
  const painters = new Set<Painter>();
  let isClosed = false;

  const dismiss = (painter: Painter) => {
    painters.delete(painter);
    void painter.worker.terminate();
  };
  const hire = (): Painter => {
    const worker = new Worker(entry, { workerData: { role: ROLE } });
    const painter: Painter = { worker, task: null, idleTimer: null };
    worker.unref();
    worker.on("message", (answer: Answer) => {
      const { task } = painter;
      painter.task = null;
      if ("png" in answer) task?.resolve(Buffer.from(answer.png));
      else task?.reject(new Error(answer.error));
      next();
      painter.idleTimer = painter.task ? null : setTimeout(() => dismiss(painter), IDLE_MS).unref();
    });
    const fail = (reason: unknown) => {
      painters.delete(painter);
      painter.task?.reject(reason);
      painter.task = null;
      next();
    };
    worker.on("error", fail);
    worker.on("exit", (code) => {
      if (painter.task) fail(new Error(`a painter stopped with code ${code}`));
    });
    painters.add(painter);
    return painter;
  };
  const next = () => {
    const task = waiting[0];
    if (!task || isClosed) return;
    const free = [...painters].find((painter) => painter.task === null);
    const painter = free ?? (painters.size < size ? hire() : null);
    if (!painter) return;
    waiting.shift();
    painter.task = task;
    if (painter.idleTimer) clearTimeout(painter.idleTimer);
    painter.worker.postMessage(task.request);
    next();
  };

  return {
    run: (request: ArtRequest) =>
      new Promise<Buffer>((resolve, reject) => {
        if (isClosed) reject(new Error("the image generator is closed"));
        waiting.push({ request, resolve, reject });
        next();
      }),
    close: async () => {
      isClosed = true;
      for (const task of waiting.splice(0)) task.reject(new Error("the image generator is closed"));
      for (const painter of painters)
        painter.task?.reject(new Error("the image generator is closed"));
      await Promise.all([...painters].map((painter) => painter.worker.terminate()));
      painters.clear();
    },
  };
}
