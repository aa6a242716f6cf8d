import { describe, expect, it } from "vitest";
import { z } from "zod";
import { loginSchema } from "#api/contract/accounts.ts";
import { FORM_TEXTS_LENGTH_MAX, parseForm, readForm } from "./parse-form.server.ts";

const RIGHT = { email: "ada@example.test", password: "long enough" };

function post(body: BodyInit, headers: Record<string, string> = {}): Request {
  return new Request("http://shop.test/en/login", { method: "POST", body, headers });
}

const parse = (body: BodyInit, headers?: Record<string, string>) =>
  parseForm(post(body, headers), loginSchema);

describe("parsing a form", () => {
  it("gives the schema's value", async () => {
    const submission = await parse(new URLSearchParams({ ...RIGHT, remember: "on" }));
    expect(submission).toMatchObject({ status: "success", value: { ...RIGHT, remember: true } });
  });

  it("gives each field its message", async () => {
    const submission = await parse(new URLSearchParams({ email: "ada", password: "" }));
    expect(submission.reply().error).toEqual({
      email: ["errors.email_invalid"],
      password: ["errors.password_required"],
    });
  });

  it("does not name the choices of the contract to who sends another one", async () => {
    const choice = z.object({ intent: z.enum(["save", "preview"]).default("save") });
    const submission = await parseForm(post(new URLSearchParams({ intent: "print" })), choice);
    expect(submission.reply().error).toEqual({ intent: ["errors.choice_required"] });
  });

  it.each([
    "a[99999999]",
    "email[0]",
    "email.x",
    "__intent__",
    "__state__",
    "__proto__",
    "constructor",
    "",
    `a${".b".repeat(5000)}`,
  ])("rejects the field name %s before it is looked at", async (name) => {
    const attempt = parse(new URLSearchParams([...Object.entries(RIGHT), [name, "1"]]));
    await expect(attempt).rejects.toMatchObject({ init: { status: 400 } });
  });

  it("rejects a field that is there twice", async () => {
    const attempt = parse(new URLSearchParams([...Object.entries(RIGHT), ["email", "b@c.test"]]));
    await expect(attempt).rejects.toMatchObject({ init: { status: 400 } });
  });

  it("rejects texts that fit into the form only because it may have files", async () => {
    const form = new FormData();
    form.set("a", "<".repeat(FORM_TEXTS_LENGTH_MAX - 1));
    form.set("file", new File([new Uint8Array(FORM_TEXTS_LENGTH_MAX)], "x.png"));
    expect([...(await readForm(post(form)))]).toHaveLength(2);
    form.set("b", "<<");
    await expect(readForm(post(form))).rejects.toMatchObject({
      data: { code: "form_too_large" },
      init: { status: 413 },
    });
  });

  it("rejects a file where text belongs", async () => {
    const form = new FormData();
    form.set("email", new File(["x"], "x.txt"));
    await expect(parse(form)).rejects.toMatchObject({ init: { status: 400 } });
  });

  it.each([
    ["application/json", "{}"],
    ["multipart/form-data; boundary=x", "no parts here"],
    ["text/plain", "email=a"],
  ])("rejects a body of type %s that is no form", async (type, body) => {
    const attempt = parse(body, { "content-type": type });
    await expect(attempt).rejects.toMatchObject({ init: { status: 400 } });
  });
});

describe("parsing a form with files", () => {
  const schema = z.object({
    title: z.string("errors.title_required"),
    style_ids: z.array(z.string()).min(1, "Style is required"),
    media: z.instanceof(File, { message: "File is required" }).optional(),
  });
  const read = (form: FormData) => parseForm(post(form), schema);
  const formOf = (...entries: [string, string | File][]) => {
    const form = new FormData();
    for (const [name, value] of entries) form.append(name, value);
    return form;
  };
  const file = (name: string, text: string) => new File([text], name);

  it("gives texts, lists and files", async () => {
    const form = formOf(
      ["title", "Fog"],
      ["style_ids", "1"],
      ["style_ids", "2"],
      ["media", file("a.png", "bytes")],
    );
    const submission = await read(form);
    if (submission.status !== "success") throw new Error("rejected");
    expect(submission.value).toMatchObject({ title: "Fog", style_ids: ["1", "2"] });
    expect(await submission.value.media?.text()).toBe("bytes");
  });

  it("treats an empty file input as no file", async () => {
    const form = formOf(["title", "Fog"], ["style_ids", "1"], ["media", file("", "")]);
    const submission = await read(form);
    if (submission.status !== "success") throw new Error("rejected");
    expect(submission.value.media).toBeUndefined();
  });

  it.each([
    ["a file where a text belongs", formOf(["title", file("a.txt", "x")])],
    ["a text where a file belongs", formOf(["media", "x"])],
    ["two files", formOf(["media", file("a", "x")], ["media", file("b", "x")])],
    ["another name", formOf(["style_ids[99999999]", "1"])],
    [
      "an endless list",
      formOf(...Array.from({ length: 101 }, (): [string, string] => ["style_ids", "1"])),
    ],
  ])("rejects %s", async (_what, form) => {
    await expect(read(form)).rejects.toMatchObject({ init: { status: 400 } });
  });
});
