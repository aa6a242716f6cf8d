import { expect, it } from "vitest";
import { runInWebTier } from "#tests/setup/api/web-request.ts";
import { toMoved } from "./moved.server.ts";

it("leads on from a former address for good, but is asked for again each time", async () => {
  const request = new Request("https://shop.example/en/products/fox");
  const { result } = await runInWebTier(
    request,
    () => Response.json({}),
    async (context) => toMoved(context, "/products/red-fox?buy=1"),
  );
  expect(result.status).toBe(301);
  expect(result.headers.get("location")).toBe("/en/products/red-fox?buy=1");
  // Renamed back, a redirect that browsers keep would lead in a circle.
  expect(result.headers.get("cache-control")).toBe("no-cache");
});
