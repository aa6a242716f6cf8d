import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Breakable } from "./breakable.tsx";

it.each([
  ["an address, at its @ and dots", "anna.lee@shop.example.com", "anna.|lee@|shop.|example.|com|"],
  ["a key, between its words", "staff_settings.rateNew", "staff_|settings.|rate|New|"],
])("%s", (_name, text, parts) => {
  expect(renderToStaticMarkup(<Breakable text={text} />).replaceAll("<wbr/>", "|")).toBe(parts);
});
