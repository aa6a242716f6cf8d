import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "#tests/setup/sample.ts";
import { createLog, maskEmails } from "./log.ts";

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  write(createLog("info", { write: (line) => void lines.push(line) }));
  return lines.join("");
}

describe("the log", () => {
  it("holds no e-mail address, wherever one stands", () => {
    const text = logged((log) => {
      const cause = new Error("550 5.1.1 <ada@example.test>: no such mailbox");
      log.error(
        { err: new Error("failed", { cause }), to: "ada@example.test" },
        "to ada@example.test",
      );
      log.warn({ nested: { list: ["mailto:ada@example.test"] } }, "Key (email)=(ada@example.test)");
    });
    expect(text).not.toContain("ada@");
    expect(text).not.toContain("example.test");
    expect(
      text
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line).level),
    ).toEqual([50, 40]);
  });

  it("names the status of a response that was thrown, and nothing that it carries", () => {
    const headers = { location: "/en/login?redirect=%2Fen%2Fdashboard" };
    const thrown = new Response("a secret", { status: 302, headers });
    const line = JSON.parse(logged((log) => log.error({ err: thrown }, "links")));
    expect(line.err).toEqual({ type: "Response", status: 302 });
    const { err } = JSON.parse(logged((log) => log.error({ err: new TypeError("x") }, "links")));
    expect(err).toMatchObject({ type: "TypeError", message: "x" });
  });

  it("masks every address and keeps each line JSON", () => {
    // If the part before the @ ends in a slash, it is treated as a package path.
    const addresses = fc.emailAddress().filter((email) => !email.includes("/@"));
    const before = fc.string({
      unit: fc.constantFrom("\n", "\u0001", '"', "\\", "u", "a", " ", "ü"),
    });
    fc.assert(
      fc.property(before, addresses, before, (start, email, end) => {
        const line = logged((log) => log.info(`${start}${email} ${end}`));
        expect(line).not.toContain(email.slice(1));
        expect(() => JSON.parse(line)).not.toThrow();
      }),
      { numRuns: runs(2_000) },
    );
  });

  it("keeps what is no address", () => {
    expect(maskEmails("at node_modules/@hono/node-server:1 12:30")).toBe(
      "at node_modules/@hono/node-server:1 12:30",
    );
  });
});
