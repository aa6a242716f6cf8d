import { type UNSAFE_DataWithResponseInit as DataWithInit, data } from "react-router";
import { describe, expect, it } from "vitest";
import type { FailedForm } from "#app/forms/form-types.ts";
import { fileTooLarge, preserveInputOf } from "#app/forms/preserve-input.ts";
import { describeError } from "#app/ui/base/error-page.tsx";

/** Returns the screen's data after a form whose action ends like `serverAction`. */
async function send(serverAction: () => Promise<FailedForm>) {
  const body = new FormData();
  body.set("operation_id", "7e57");
  const request = new Request("http://localhost/en/contact-us", { method: "POST", body });
  // The type of `clientAction` is what a form gets; `data()` wraps it with its status.
  return (await preserveInputOf("contact", { request, serverAction })) as DataWithInit<
    FailedForm & { isSignedOut?: boolean }
  >;
}
const routeError = (status: number) => ({ status, statusText: "", internal: true, data: null });
/** The router's error for a response of a proxy instead of ours. */
const proxyError = (status: number) => ({ ...routeError(status), data: "<html>nginx</html>" });

describe("a form that is sent", () => {
  it.each([
    ["the network fails", new TypeError("Failed to fetch")],
    ["the server fails", routeError(502)],
  ])("stays as it was typed, with its operation id, when %s", async (_name, error) => {
    const { data: form, init } = await send(() => Promise.reject(error));
    expect(init?.status).toBe(503);
    expect(form).toMatchObject({
      formId: "contact",
      isLost: true,
      isUnclear: true,
      operationId: "7e57",
      reply: { status: "error" },
    });
  });

  it("stays when its sender has lost the right to it, and is not loaded anew", async () => {
    const lost = { ...routeError(403), data: { code: "right_lost" } };
    const { data: form, init } = await send(() => Promise.reject(lost));
    expect(init?.status).toBe(503);
    expect(form).toMatchObject({ unread: "right_lost", isLost: true, isUnclear: false });
  });

  it("stays when the session was over, and says so", async () => {
    const { data: form, init } = await send(() => Promise.reject(routeError(401)));
    expect(init?.status).toBe(401);
    expect(form).toMatchObject({ isSignedOut: true, isLost: true });
  });

  it.each([
    ["form_busy", 503],
    ["form_too_slow", 408],
    ["form_too_large", 413],
  ])("stays when it was not read (%s), and is not unclear", async (code, status) => {
    const error = { ...routeError(status), data: { code } };
    const { data: form, init } = await send(() => Promise.reject(error));
    expect(init?.status).toBe(503);
    expect(form).toMatchObject({ isLost: true, isUnclear: false, unread: code });
  });

  it("stays when a proxy takes no body of its size, which its page says too", async () => {
    const { data: form, init } = await send(() => Promise.reject(proxyError(413)));
    expect(init?.status).toBe(503);
    expect(form).toMatchObject({ isLost: true, isUnclear: false, unread: "form_too_large" });
    expect(describeError(proxyError(413)).kind).toBe("form_too_large");
  });

  it.each([
    400, 401, 403, 404, 429, 431,
  ])("stays when a proxy rejects it with a %i, which is none of ours", async (status) => {
    const { data: form, init } = await send(() => Promise.reject(proxyError(status)));
    expect(init?.status).toBe(503);
    expect(form).toMatchObject({ isLost: true, isUnclear: true });
    expect(form.isSignedOut).toBeUndefined();
  });

  it("is not sent with a file of more than its maximum, and stays", async () => {
    const body = new FormData();
    body.set("media", new File([new Uint8Array(2 * 1024 * 1024 + 1)], "large.png"));
    const request = new Request("http://localhost/en/staff", { method: "POST", body });
    const serverAction = () => Promise.reject(new Error("it was sent"));
    const args = { request, serverAction };
    const { data: form, init } = (await preserveInputOf("product", args, {
      media: 2,
    })) as DataWithInit<FailedForm>;
    // The page is not reloaded: the typed values would meet a newer version of their record.
    expect(init?.status).toBe(503);
    const error = { media: [fileTooLarge(2)] };
    expect(form).toMatchObject({ formId: "product", reply: { status: "error", error } });
    await expect(preserveInputOf("product", args, { media: 3 })).resolves.toMatchObject({
      data: { isLost: true },
    });
  });

  it("is left to redirects, to other errors of ours, and to its own result", async () => {
    const redirect = new Response(null, { status: 302 });
    await expect(send(() => Promise.reject(redirect))).rejects.toBe(redirect);
    const notFound = routeError(404);
    await expect(send(() => Promise.reject(notFound))).rejects.toBe(notFound);
    const rejected = data({ formId: null }, { status: 422 });
    // The action's return value, as the framework passes it on.
    expect(await send(() => Promise.resolve(rejected as never))).toBe(rejected);
  });
});
