import { RouterContextProvider, redirect, type ServerBuild } from "react-router";
import { describe, expect, it, vi } from "vitest";
import { webRequestContext } from "#app/middleware/web-context.ts";
import { withUnreadForms } from "./unread-forms.ts";

/** Runs the action of a build's only screen; `unread` is the reason known before and after it. */
async function run(action: () => unknown, ...unread: (string | null)[]) {
  const context = new RouterContextProvider();
  context.set(webRequestContext, { unread: () => unread.shift() ?? null } as never);
  const build = { routes: { root: { id: "root", module: { action } } } } as unknown as ServerBuild;
  const wrapped = withUnreadForms(build).routes.root?.module.action;
  return wrapped?.({ context } as never);
}

describe("an action whose form was not read to its end", () => {
  it("is not run when that is known before", async () => {
    const action = vi.fn();
    await expect(run(action, "form_too_large")).rejects.toMatchObject({
      data: { code: "form_too_large" },
      init: { status: 413 },
    });
    expect(action).not.toHaveBeenCalled();
  });

  it.each([
    ["throws", () => Promise.reject(new Error("malformed"))],
    ["redirects", () => redirect("/en")],
  ])("says so, also when it %s", async (_name, action) => {
    const error = { data: { code: "form_busy" }, init: { status: 503 } };
    await expect(run(action, null, "form_busy")).rejects.toMatchObject(error);
  });

  it("has its own result otherwise", async () => {
    expect(await run(() => "saved", null, null)).toBe("saved");
    await expect(run(() => Promise.reject(new Error("a bug")), null, null)).rejects.toThrow("bug");
  });
});
