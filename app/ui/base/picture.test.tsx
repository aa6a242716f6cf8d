import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Picture } from "./picture.tsx";

const PICTURE: NonNullable<Parameters<typeof Picture>[0]["picture"]> = {
  ...{ baseUrl: "/media/1", widths: [320, 640], formats: ["avif", "jpg"] },
  ...{ width: 640, height: 640, color: "#183848" },
};

const styleOf = (alt: string) =>
  /style="([^"]*)"/.exec(
    renderToStaticMarkup(<Picture picture={PICTURE} fallbackUrl={null} alt={alt} sizes="100vw" />),
  )?.[1];

it("shows its alternative text legibly on the placeholder colour, if the image is missing", () => {
  expect(styleOf("A lighthouse")).toBe("background-color:#183848;color:#fff");
});

it("has no colour of text without a text: listings are long", () => {
  expect(styleOf("")).toBe("background-color:#183848");
});
