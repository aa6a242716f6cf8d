import { pino } from "pino";
import { expect, it } from "vitest";
import { DomainError } from "#domain/errors.ts";
import { createWebhookReader } from "./webhook-reader.ts";

it("logs a wrong signature once a minute and provider, and passes on every error", async () => {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  let nowMs = Date.UTC(2026, 10, 27);
  const read = createWebhookReader({ log, now: () => new Date(nowMs) });
  const receiver = (name: string, error: Error | null) => ({
    name,
    readWebhook: async (rawBody: string) => {
      if (error) throw error;
      return rawBody;
    },
  });
  const send = (name: string, error: Error | null) =>
    read(
      receiver(name, error),
      new Request("https://shop.test/webhooks", { method: "POST", body: "signed" }),
    );
  const unsigned = new DomainError("signature_invalid");

  await expect(send("stripe", unsigned)).rejects.toBe(unsigned);
  await expect(send("stripe", unsigned)).rejects.toBe(unsigned);
  await expect(send("sandbox", unsigned)).rejects.toBe(unsigned);
  nowMs += 60_000;
  await expect(send("stripe", unsigned)).rejects.toBe(unsigned);
  await expect(send("stripe", new DomainError("malformed_body"))).rejects.toThrow();
  expect(await send("stripe", null)).toBe("signed");
  expect(lines.map((line) => JSON.parse(line).provider)).toEqual(["stripe", "sandbox", "stripe"]);
});
