import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { DomainError } from "#domain/errors.ts";
import type { ApiEnv } from "./context.ts";
import { limitUpload } from "./upload.ts";

const LIMIT = 100_000;

const app = new Hono<ApiEnv>();
app.post("/", limitUpload(LIMIT), async (c) => {
  const { note, picture } = await c.req.parseBody();
  return c.json({ note, bytes: picture instanceof File ? picture.size : null });
});
app.onError((error, c) => c.text(error instanceof DomainError ? error.code : "unexpected", 400));

function formOf(bytes: number, note = "hello"): FormData {
  const form = new FormData();
  form.set("note", note);
  form.set("picture", new File([new Uint8Array(bytes)], "a.png"));
  return form;
}

const send = async (init: RequestInit) => {
  const response = await app.request("/", { method: "POST", ...init });
  return await response.text();
};

describe("a form with files", () => {
  it("is handed on to the route", async () => {
    const text = await send({ body: formOf(LIMIT) });
    expect(JSON.parse(text)).toEqual({ note: "hello", bytes: LIMIT });
  });

  it("is rejected beyond the limit, whether it says its length or not", async () => {
    const body = formOf(LIMIT * 2);
    expect(await send({ body })).toBe("payload_too_large");
    const whole = new Response(body);
    const type = whole.headers.get("content-type") ?? "";
    const streamed = { body: whole.body, duplex: "half", headers: { "content-type": type } };
    expect(await send(streamed)).toBe("payload_too_large");
  });

  it.each([
    ["application/json", "{}", "unsupported_media_type"],
    ["multipart/form-data", "x", "unsupported_media_type"],
    ["multipart/form-data; boundary=x", "--y\r\nnothing", "malformed_body"],
  ])("of the type %s is rejected", async (type, body, code) => {
    expect(await send({ body, headers: { "content-type": type } })).toBe(code);
  });

  it("cannot carry what no database stores", async () => {
    expect(await send({ body: formOf(1, "a\0b") })).toBe("validation_failed");
  });
});
