import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Address } from "./address.tsx";

const linesOf = (text: string) =>
  renderToStaticMarkup(<Address text={text} />)
    .replaceAll('<span class="inline-block">', "[")
    .replaceAll("</span>", "]");

it("keeps each part of an address whole, and its commas", () => {
  expect(linesOf("Promptory OÜ, Telliskivi 60a, 10412 Tallinn")).toBe(
    "[Promptory OÜ,] [Telliskivi 60a,] [10412 Tallinn]",
  );
});

it("takes the line breaks of the settings' field for ends of parts", () => {
  expect(linesOf("1 O’Connell Street\nDublin 1,\nIreland")).toBe(
    "[1 O’Connell Street] [Dublin 1,] [Ireland]",
  );
});
