import { createElement } from "preact";
import { expect, it, vi } from "vitest";
import { toPreactProps } from "./preact-props.ts";

it("lets a form hear each input of its fields, and leaves a field its own event", () => {
  const onChange = vi.fn();
  expect(toPreactProps("form", { onChange, id: "filters" })).toEqual({
    id: "filters",
    onInput: onChange,
  });
  for (const tag of ["input", "select", "textarea"]) {
    expect(toPreactProps(tag, { onChange })).toEqual({ onChange });
  }
});

it("keeps the order of a field's two events, of which one may stop the other", () => {
  const props = { onChange: vi.fn(), id: "country", onInput: vi.fn() };
  expect(Object.keys(toPreactProps("input", props))).toEqual(["onChange", "id", "onInput"]);
});

it("writes booleans as React does", () => {
  expect(toPreactProps("input", { spellCheck: false })).toEqual({ spellCheck: "false" });
  expect(toPreactProps("input", { spellCheck: true })).toEqual({ spellCheck: "true" });
  expect(toPreactProps("script", { suppressHydrationWarning: true })).toEqual({});
});

it("marks the default of a choice, also in lists of lists", () => {
  const option = (value: string | number) => createElement("option", { value });
  const [first, second, third] = [option("a"), option(2), option("c")];
  const children = ["text", null, first, [second, [third]]];
  expect(toPreactProps("select", { children, defaultValue: "2" })).toEqual({ children });
  const defaults = [first, second, third].map(({ props }) => props);
  expect(defaults).toEqual([
    { value: "a", defaultSelected: false },
    { value: 2, defaultSelected: true },
    { value: "c", defaultSelected: false },
  ]);
});

it("leaves a choice to Preact whose options are not in sight", () => {
  const children = createElement("optgroup", null, createElement("option", { value: "a" }));
  const props = { children, defaultValue: "a" };
  expect(toPreactProps("select", props)).toEqual(props);
});

it("changes nothing else, and not what it was given", () => {
  const props = Object.freeze({ className: "input", "aria-label": "Name", defaultValue: "x" });
  expect(toPreactProps("input", props)).toEqual(props);
});
