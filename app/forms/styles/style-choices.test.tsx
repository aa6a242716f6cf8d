import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { I18nProvider } from "#app/i18n/i18n.tsx";
import { StyleChoices } from "./style-choices.tsx";

const meta = {
  id: "f-styles",
  name: "style_ids",
  formId: "f",
  errorId: "f-styles-error",
  descriptionId: "f-styles-hint",
  initialValue: ["2"],
};
const styles = [
  { id: "1", text: "Cubism" },
  { id: "2", text: "Bauhaus" },
];

function render(errors: string[] | undefined): string {
  return renderToStaticMarkup(
    <I18nProvider locale="en" words={{}} currencyName="Credits">
      <StyleChoices meta={{ ...meta, errors }} label="Styles" styles={styles} />
    </I18nProvider>,
  );
}

it("ticks what was chosen, and has the field's id at the first box", () => {
  const html = render(undefined);
  const [first = "", second = ""] = html.match(/<input [^>]*>/g) ?? [];
  expect(first).toContain('id="f-styles"');
  expect([first, second].map((box) => box.includes("checked"))).toEqual([false, true]);
  expect(html).not.toContain("aria-invalid");
});

it("marks each box as invalid, and names the error for all of them", () => {
  const html = render(["style_ids_required"]);
  expect(html.match(/aria-invalid="true"/g)).toHaveLength(styles.length);
  expect(html).toContain('<fieldset aria-describedby="f-styles-error">');
});
