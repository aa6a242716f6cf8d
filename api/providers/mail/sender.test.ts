import { expect, it } from "vitest";
import { parseSender } from "./sender.ts";

it.each([
  ["shop@example.com", { name: "", address: "shop@example.com" }],
  ["The Shop <shop@example.com>", { name: "The Shop", address: "shop@example.com" }],
  ['"Shop, Ltd" <shop@example.com>', { name: "Shop, Ltd", address: "shop@example.com" }],
  ["Boutique d'été <shop@localhost>", { name: "Boutique d'été", address: "shop@localhost" }],
])("reads %s", (text, sender) => {
  expect(parseSender(text)).toEqual(sender);
});

it.each([
  "The Shop",
  "a,b@c.example",
  "a@c.example, b@c.example",
  "Shop; Ltd: x <a@b.example>",
  "Shop: a@b.example;",
  "a@b.test>, <c@d.test",
  "Shop <a@b@c.example>",
  "Shop <a@b.test>\r\nBcc: c@d.test",
  "Shop\r\nBcc: c@d.test <a@b.test>",
  "Shop <a b@c.example>",
  "",
])("rejects %j, which is not one address", (text) => {
  expect(parseSender(text)).toBeNull();
});
