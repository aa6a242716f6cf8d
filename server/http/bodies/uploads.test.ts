import { describe, expect, it } from "vitest";
import { SMALL_BODY_BYTES_MAX } from "#api/http/member-limit.ts";
import { nouns } from "#api/nouns.ts";
import { SERVER_OPTIONS } from "../http-server.ts";
import { FREE_BODY_BYTES_MAX, UPLOAD_BYTES_MAX, UPLOAD_TIMEOUT_MS } from "../limits.ts";
import { findUpload } from "./uploads.ts";

const uploads = nouns.flatMap((noun) => noun.uploads ?? []);

describe("the paths that take files", () => {
  it.each(uploads)("are those of $apiPath and its screen", ({ apiPath, pagePath }) => {
    const paths = [apiPath, `/en${pagePath}`, `/pt-br${pagePath}`, `/en${pagePath}.data`];
    expect(paths.filter((path) => !findUpload(path))).toEqual([]);
    expect(findUpload(`/EN${pagePath.toUpperCase()}`)).toBeDefined();
  });

  it.each([
    "/en/dashboard/offers",
    "/dashboard/offers/create",
    "/en/en/dashboard/offers/create",
    "/en/dashboard/offers/create/more",
    "/api/offer/create.data",
    "/en/contact-us",
    "/en/staff/products",
    "/en/staff/products/",
    "/en/staff/products/7/preview",
  ])("are not %s", (path) => {
    expect(findUpload(path)).toBeUndefined();
  });

  it("take no more than a screen's form may have", () => {
    const held = uploads.filter(({ isStreamed }) => !isStreamed);
    expect(held).not.toEqual([]);
    expect(held.filter(({ bytesMax }) => bytesMax > UPLOAD_BYTES_MAX)).toEqual([]);
  });

  it("and all others wait for a place only where that holds no turn of their member", () => {
    expect(SMALL_BODY_BYTES_MAX).toBeLessThanOrEqual(FREE_BODY_BYTES_MAX);
  });

  it("have all the time that they may take before Node ends their requests", () => {
    const times = uploads.map(({ timeoutMs = UPLOAD_TIMEOUT_MS }) => timeoutMs);
    // Imports of up to a gigabyte.
    expect(Math.max(...times)).toBeGreaterThan(UPLOAD_TIMEOUT_MS);
    expect(SERVER_OPTIONS.requestTimeout).toBeGreaterThanOrEqual(Math.max(...times));
  });
});
