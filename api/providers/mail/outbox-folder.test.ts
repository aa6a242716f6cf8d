import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { expect, it, vi } from "vitest";
import { createOutboxFolder } from "./outbox-folder.ts";

vi.mock("node:fs/promises", async (load) => {
  const real = await load<typeof import("node:fs/promises")>();
  return { ...real, writeFile: vi.fn(real.writeFile) };
});

it("leaves nothing of a mail that did not fit on the disk, and writes it whole later", async () => {
  const folder = await mkdtemp(join(tmpdir(), "promptory-outbox-"));
  const outbox = createOutboxFolder({
    folder,
    from: { name: "Promptory", address: "shop@promptory.test" },
    log: pino({ level: "silent" }),
    now: () => new Date(),
  });
  const mail = {
    to: "reader@example.com",
    replyTo: undefined,
    subject: "Hello",
    text: "Hello",
    html: "<p>Hello</p>",
    headers: {},
    attachments: [],
    messageId: "<mail-1@promptory.test>",
  };
  const { writeFile: write } =
    await vi.importActual<typeof import("node:fs/promises")>("node:fs/promises");
  vi.mocked(writeFile).mockImplementationOnce(async (path) => {
    await write(path, "From: ");
    throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
  });
  await expect(outbox.send(mail)).rejects.toThrow("no space left");
  expect(await readdir(folder)).toEqual([]);
  await outbox.send(mail);
  expect(await readdir(folder)).toEqual([expect.stringMatching(/\.eml$/)]);
  await rm(folder, { recursive: true });
});
