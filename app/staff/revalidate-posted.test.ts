import { expect, it } from "vitest";
import { AGAIN_FIELD, revalidatePosted, revalidateUnlessDeleted } from "./revalidate-posted.ts";

type Args = Parameters<typeof revalidatePosted>[0];

const URLS = { currentUrl: new URL("http://shop/en/staff"), nextUrl: new URL("http://shop/en/x") };
const ask = (args: Partial<Args>, ofScreen = revalidatePosted) =>
  ofScreen({
    ...URLS,
    currentParams: {},
    nextParams: {},
    defaultShouldRevalidate: false,
    ...args,
  });

it.each([
  ["a form that was accepted", { formMethod: "POST" }, true],
  ["a form that was rejected", { formMethod: "POST", actionStatus: 409 }, true],
  ["a form that nobody judged", { formMethod: "POST", actionStatus: 503 }, false],
  ["a form whose sender has to sign in", { formMethod: "POST", actionStatus: 401 }, false],
  ["a form whose sender may not send it", { formMethod: "POST", actionStatus: 403 }, false],
  ["a link, as the router says", { defaultShouldRevalidate: true }, true],
  ["a link, as the router says", { defaultShouldRevalidate: false }, false],
] as const)("a staff screen is loaded anew after %s", (_name, args, isLoaded) => {
  expect(ask(args)).toBe(isLoaded);
});

it("a screen of one record is not loaded anew after a form whose record is gone", () => {
  expect(ask({ formMethod: "POST", actionStatus: 404 })).toBe(true);
  expect(ask({ formMethod: "POST", actionStatus: 404 }, revalidateUnlessDeleted)).toBe(false);
  expect(ask({ formMethod: "POST", actionStatus: 409 }, revalidateUnlessDeleted)).toBe(true);
});

it("nor after a form that makes it again and was rejected, but after one that was accepted", () => {
  const formData = new FormData();
  formData.set(AGAIN_FIELD, "1");
  const form = { formMethod: "POST", formData } as const;
  expect(ask({ ...form, actionStatus: 422 }, revalidateUnlessDeleted)).toBe(false);
  expect(ask(form, revalidateUnlessDeleted)).toBe(true);
});
