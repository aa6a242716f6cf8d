import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { EntryChanges } from "./entry-changes.tsx";

it("isolates field and values from a page that runs from right to left", () => {
  const entry = {
    changes: [
      { field: "rows", from: null, to: "41" },
      { field: "slug", from: "cubism", to: "bauhaus" },
    ],
    reason: "سبب",
  };
  expect(renderToStaticMarkup(<EntryChanges entry={entry} />)).toBe(
    '<span class="block"><code dir="ltr">rows</code>: ' +
      '<ins class="no-underline"><bdi>41</bdi></ins></span>' +
      '<span class="block"><code dir="ltr">slug</code>: ' +
      '<del class="text-muted"><bdi>cubism</bdi></del> → ' +
      '<ins class="no-underline"><bdi>bauhaus</bdi></ins></span>' +
      '<q class="block text-muted"><bdi>سبب</bdi></q>',
  );
});
