import { type DataStrategyResult, UNSAFE_ErrorResponseImpl } from "react-router";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { keepLayout } from "./keep-layout.ts";

const PAGE: DataStrategyResult = { type: "error", result: new Error("the page's own") };
const failed = (result: unknown): DataStrategyResult => ({ type: "error", result });
const response = (status: number) => failed(new UNSAFE_ErrorResponseImpl(status, "", null));
const root = { lang: "en", dataset: {} as Record<string, string> };

/** The routes that have a result after a navigation in `locale` whose layout has this result. */
async function keep(layout: DataStrategyResult, locale = "en"): Promise<string[]> {
  const results = { layout, page: PAGE };
  const navigation = { params: { locale } } as unknown as Parameters<typeof keepLayout>[0];
  await keepLayout(navigation, async () => results);
  return Object.keys(results);
}

describe("the layout", () => {
  beforeEach(() => {
    root.dataset = {};
    vi.stubGlobal("document", { documentElement: root });
  });
  afterEach(() => vi.unstubAllGlobals());

  it.each([
    ["the network", failed(new TypeError("Failed to fetch"))],
    ["a proxy", response(502)],
    ["a slow connection", response(408)],
    ["a limit of requests", response(429)],
  ])("keeps its data when %s fails, and is fetched by the next navigation", async (_by, result) => {
    expect(await keep(result)).toEqual(["page"]);
    expect(root.dataset.member).toBe("true");
  });

  it.each([
    ["data", { type: "data", result: {} } as const],
    ["a redirect", failed(new Response(null, { status: 302 }))],
    ["what the server rejects", response(404)],
  ])("takes %s", async (_what, result) => {
    expect(await keep(result)).toEqual(["layout", "page"]);
    expect(root.dataset).toEqual({});
  });

  it("is not that of another language", async () => {
    expect(await keep(response(502), "ar")).toEqual(["layout", "page"]);
  });
});
