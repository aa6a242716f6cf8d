import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { ConfigError, readConfig } from "./config.ts";

const dataDir = mkdtempSync(join(tmpdir(), "promptory-config-"));
const read = (environment: Record<string, string>) =>
  readConfig({ DATA_DIR: dataDir, ...environment });

describe("configuration", () => {
  afterAll(() => rmSync(dataDir, { recursive: true }));

  it("starts without any setting at all", () => {
    const config = read({});
    expect(config).toMatchObject({ port: 3000, appUrl: "http://localhost:3000", seedDemo: true });
  });

  it("keeps the secret it made", () => {
    expect(read({}).sessionSecrets).toEqual(read({}).sessionSecrets);
  });

  it("lists everything that is wrong, not only the first", () => {
    const start = () => read({ PORT: "many", APP_URL: "ftp://x", SESSION_SECRET: "short" });
    expect(start).toThrow(ConfigError);
    expect(start).toThrow(/PORT.*\n.*APP_URL.*\n.*SESSION_SECRET/);
  });

  it("never repeats a secret in its complaint", () => {
    expect(() => read({ SESSION_SECRET: "hunter2" })).toThrow(/^((?!hunter2).)*$/s);
  });

  it("reads a secret from its file", () => {
    const path = join(dataDir, "secret");
    writeFileSync(path, `${"s".repeat(32)}\n`);
    expect(read({ SESSION_SECRET_FILE: path }).sessionSecrets).toEqual(["s".repeat(32)]);
    expect(() => read({ SESSION_SECRET_FILE: join(dataDir, "none") })).toThrow(
      /SESSION_SECRET_FILE/,
    );
  });

  it("accepts a list of secrets for rotation", () => {
    const two = `${"a".repeat(32)},${"b".repeat(32)}`;
    expect(read({ SESSION_SECRET: two }).sessionSecrets).toHaveLength(2);
  });

  it("sends mail through a server when told to, else into the data folder", () => {
    expect(read({})).toMatchObject({ smtpUrl: null, mailFrom: "Promptory <no-reply@localhost>" });
    const SMTP_URL = "smtps://shop:secret@mail.example:465";
    const MAIL_FROM = "The Shop <shop@example.com>";
    expect(read({ SMTP_URL, MAIL_FROM })).toMatchObject({ smtpUrl: SMTP_URL, mailFrom: MAIL_FROM });
    expect(read({ MAIL_FROM: "shop@example.com" }).mailFrom).toBe("shop@example.com");
  });

  it.each([
    ["SMTP_URL", "https://mail.example"],
    ["SMTP_URL", "mail.example:25"],
    ["MAIL_FROM", "The Shop"],
    ["MAIL_FROM", "a@b.test>, <c@d.test"],
    ["MAIL_FROM", "Shop <a@b.test>\r\nBcc: c@d.test"],
  ])("refuses %s=%j", (name, value) => {
    expect(() => read({ [name]: value })).toThrow(new RegExp(`${name}: must be`));
  });

  it("takes the payment pages' origins as a list", () => {
    expect(read({}).paymentOrigins).toEqual([]);
    const PAYMENT_ORIGINS = "https://pay.example, https://3ds.example:8443/";
    expect(read({ PAYMENT_ORIGINS }).paymentOrigins).toEqual([
      "https://pay.example",
      "https://3ds.example:8443",
    ]);
  });

  it.each([
    "http://pay.example",
    "https://pay.example/checkout",
    "https://user@pay.example",
    "pay.example",
    "*",
    "https://pay.example; script-src *",
    "javascript:alert(1)",
    "https://pay.example,,https://b.example",
  ])("rejects %j as an origin of payment pages", (PAYMENT_ORIGINS) => {
    expect(() => read({ PAYMENT_ORIGINS })).toThrow(/PAYMENT_ORIGINS: must be https origins/);
  });

  it("refuses sandbox payments behind a public https address, unless allowed", () => {
    const APP_URL = "https://shop.example";
    expect(() => read({ APP_URL })).toThrow(/ALLOW_SANDBOX/);
    expect(read({ APP_URL, ALLOW_SANDBOX: "1" }).appUrl).toBe(APP_URL);
    expect(read({ APP_URL, API_URL: "https://api.example/api" }).apiUrl).toBe(
      "https://api.example/api",
    );
    expect(read({ APP_URL: "https://localhost:8443" }).appUrl).toBe("https://localhost:8443");
  });
});
