import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** The definitions of forms with `comesBack`, by their files. */
const definitions = readdirSync("app", { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".server.ts"))
  .map((name) => `app/${name}`)
  .map((file) => ({ file, text: readFileSync(file, "utf8") }))
  .filter(({ text }) => text.includes("comesBack: true"));

it("only forms that make something new come back, none of the staff", () => {
  expect(definitions.map(({ file }) => file).sort()).toEqual([
    "app/account/sign-in/register.server.ts",
    "app/forms/deposit/deposit-form.server.ts",
    "app/selling/create-offer/create-offer.server.ts",
    "app/site/contact/contact.server.ts",
    "app/site/notices/notices.server.ts",
    "app/site/withdrawal/withdrawal.server.ts",
  ]);
});

it("their secrets are passwords, whose fields are left out", () => {
  const secrets = definitions.flatMap(({ text }) => text.match(/secrets: \[[^\]]*\]/g) ?? []);
  expect(secrets).toEqual(['secrets: ["password", "password_confirmation"]']);
});
