import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { BACKGROUND_TASK_MS_MAX, runImageTask, startImageProcesses } from "./image-work.ts";
import { runEncoder } from "./task-queues.ts";

const folder = mkdtempSync(join(tmpdir(), "promptory-image-work-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => void vi.useRealTimers());

describe("an image task", () => {
  it.each([
    ["does not end", "", 60_000],
    ["crashes", "process.exit(3);", 0],
    ["fails", "process.send({ failure: 'no colours' });", 0],
  ])("that %s is named in its error", async (_how, onRequest, deadlineMs) => {
    const program = join(folder, "program.mjs");
    writeFileSync(program, `process.on("message", () => { process.send("begun"); ${onRequest} });`);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const processes = startImageProcesses(pathToFileURL(program), { deadlineMs: 60_000 });
    const end = runEncoder(() => runImageTask("measure", Buffer.of())).catch((error) => error);
    await vi.advanceTimersByTimeAsync(deadlineMs);
    expect((await end).message).toMatch(/^the image task measure failed: /);
    await processes.close();
  });

  it("that nobody waits for may take as long as a busy machine needs", async () => {
    const program = join(folder, "slow.mjs");
    const reply = "process.send({ result: new Uint8Array() })";
    const onRequest = `({ name }) => { process.send("begun"); if (name === "measure") ${reply}; }`;
    writeFileSync(program, `process.on("message", ${onRequest});`);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const processes = startImageProcesses(pathToFileURL(program));
    const input = { prompt: "a fox", style: "ink", seed: 1, widthPx: 64, heightPx: 64 };
    let end = "";
    const limits = { deadlineMs: BACKGROUND_TASK_MS_MAX };
    const painting = runImageTask("paint", input, limits).catch((error) => {
      end = error.cause.message;
    });
    await vi.advanceTimersByTimeAsync(299_999);
    // Another task is done in the meantime.
    await runImageTask("measure", Buffer.of());
    expect(end).toBe("");
    await vi.advanceTimersByTimeAsync(1);
    await painting;
    expect(end).toBe("no result within 300000 ms");
    await processes.close();
  });
});
