import { expect, it } from "vitest";
import { listSources, readSource } from "#tests/setup/repository/sources.ts";
import { WORKAROUNDS } from "./workarounds.ts";

const NAMES = Object.keys(WORKAROUNDS);

it("every workaround has a test that begins with its name", () => {
  const tests = listSources("app/framework").filter(({ path }) => path.includes(".test."));
  const titles = [...tests, readSource("tests/e2e/first-load.test.ts")].flatMap(({ text }) =>
    [...text.matchAll(/^ *(?:describe|it)\("(\w+): /gm)].map(([, name]) => name),
  );
  expect([...new Set(titles)].sort()).toEqual([...NAMES].sort());
});

it("every workaround can be switched off: its name is asked for outside of its list", () => {
  const sources = ["app", "server"].flatMap(listSources);
  const texts = [
    ...sources,
    ...["server.ts", "vite.config.ts", "react-router.config.ts"].map(readSource),
  ]
    .filter(({ path }) => !path.includes(".test."))
    .map(({ text }) => text);
  const unasked = NAMES.filter(
    (name) => !texts.some((text) => text.includes(`WORKAROUNDS.${name}`)),
  );
  expect(unasked).toEqual([]);
});
