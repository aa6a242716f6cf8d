import { createMemoryRouter, redirect } from "react-router";
import { describe, expect, it } from "vitest";
import type { FailedForm, LoadedForm } from "../form-types.ts";
import { countExecutions, keepValue } from "./executions.ts";
import { isOf } from "./seen-state.ts";

type Data = Record<"balance" | "view", LoadedForm>;
type FormId = keyof Data;

/** What the action does with a form, by the value of its field `then`. */
const ACTIONS: Record<string, (formId: FormId, sentId: string | null) => unknown> = {
  reject: (formId, operationId) => toFailed({ formId, operationId }),
  lose: (formId, operationId) => toFailed({ formId, operationId, isUnclear: true, isLost: true }),
  renew: (formId) => toFailed({ formId, operationId: "new" }),
  succeed: () => redirect("/people/7"),
  succeedAtPlace: (formId) => redirect(`/people/7#${formId}`),
  never: () => new Promise<never>(() => {}),
};

const toFailed = (more: Partial<FailedForm>): FailedForm => ({
  ...{ formId: null, reply: { status: "error" }, operationId: null, isUnclear: false },
  ...more,
});

/**
 * A page with two forms: shows the state of one of them while the router does what a person would
 * trigger.
 */
async function openPage(formId: FormId = "balance") {
  let loads = 0;
  const toLoaded = (id: string): LoadedForm => ({
    ...{ id, constraints: {}, unclear: "errors.outcome_unclear", sender: "1" },
    operationId: `${id}-${loads}`,
  });
  const router = createMemoryRouter(
    [
      {
        id: "person",
        path: "/people/:id",
        loader: (): Data => {
          loads += 1;
          return { balance: toLoaded("balance"), view: toLoaded("view") };
        },
        shouldRevalidate: () => true,
        action: async ({ request }) => {
          const form = await request.formData();
          const id = new URL(request.url).searchParams.get("form") === "view" ? "view" : "balance";
          return ACTIONS[String(form.get("then"))]?.(id, String(form.get("operation_id")));
        },
      },
    ],
    { initialEntries: ["/people/7"] },
  );
  const until = (state: "idle" | "submitting") =>
    new Promise<void>((resolve) => {
      const isReached = () => router.state.initialized && router.state.navigation.state === state;
      if (isReached()) return resolve();
      const stop = router.subscribe(() => {
        if (!isReached()) return;
        stop();
        resolve();
      });
    });
  await until("idle");
  const read = () => {
    const failed: FailedForm | undefined = router.state.actionData?.person;
    const data: Data = router.state.loaderData.person;
    const loaded = data[formId];
    return { loaded, response: isOf(failed, loaded) ? failed : undefined };
  };
  const { pathname } = router.state.location;
  let executions = { count: 0, isSending: false, pathname };
  let ownResponse = { count: 0, value: read().response };
  let ownId = { count: 0, value: read().loaded.operationId };
  let sent: { id: FormId; key: string } | null = null;
  router.subscribe(() => {
    const { navigation, location } = router.state;
    const { loaded, response } = read();
    const isReturned = response !== undefined;
    const isPosting = navigation.formMethod === "POST" && sent?.key === location.key;
    const isSending = isPosting && sent?.id === formId;
    const isIdle = navigation.state === "idle";
    executions = countExecutions(executions, {
      ...{ isSending, isIdle, isReturned },
      pathname: location.pathname,
    });
    const now = { count: executions.count, isReturned };
    ownResponse = keepValue(ownResponse, { ...now, current: response });
    ownId = keepValue(ownId, { ...now, current: loaded.operationId });
  });
  const operationId = () => ownResponse.value?.operationId ?? ownId.value;
  const send = async (id: FormId, then: string) => {
    sent = { id, key: router.state.location.key };
    const formData = new FormData();
    formData.set("then", then);
    formData.set("operation_id", operationId() ?? "");
    await router.navigate(`/people/7?form=${id}`, { formMethod: "post", formData });
    await until("idle");
  };
  const go = async (to: string | number) => {
    await (typeof to === "number" ? router.navigate(to) : router.navigate(to));
    await until("idle");
  };
  const revalidate = async () => {
    await router.revalidate();
    await until("idle");
  };
  return {
    send,
    go,
    until,
    revalidate,
    operationId,
    response: () => ownResponse.value,
    executions: () => executions.count,
  };
}

describe("a form's response and operation id", () => {
  it.each(["reject", "lose"])("stay while another form of the page is sent: %s", async (fate) => {
    const page = await openPage();
    await page.send("balance", fate);
    const response = page.response();
    expect(response).toMatchObject({ formId: "balance", operationId: "balance-1" });
    for (const beside of ["reject", "succeed", "lose", "succeed", "succeedAtPlace"]) {
      await page.send("view", beside);
      expect(page.response()).toBe(response);
      expect(page.operationId()).toBe("balance-1");
    }
  });

  it("stay while the page is loaded anew, by a script or by a link to itself", async () => {
    const page = await openPage();
    await page.send("balance", "lose");
    const response = page.response();
    await page.revalidate();
    await page.go("/people/7");
    await page.go("/people/7#reason");
    await page.go(-1);
    expect(page.response()).toBe(response);
    expect(page.operationId()).toBe("balance-1");
  });

  it("give way to those of the next time", async () => {
    const page = await openPage();
    await page.send("balance", "lose");
    await page.send("view", "succeed");
    await page.send("balance", "renew");
    expect(page.response()).toMatchObject({ operationId: "new" });
    expect(page.response()?.isUnclear).toBe(false);
    await page.send("view", "succeed");
    expect(page.operationId()).toBe("new");
  });

  it.each(["succeed", "succeedAtPlace"])("end once it was executed: %s", async (success) => {
    const page = await openPage();
    await page.send("balance", "lose");
    await page.send("view", "succeed");
    await page.send("balance", success);
    expect(page.response()).toBeUndefined();
    expect(page.executions()).toBe(1);
    const next = page.operationId();
    expect(next).not.toBe("balance-1");
    await page.send("view", "succeed");
    expect(page.operationId()).toBe(next);
    await page.send("balance", success);
    expect(page.operationId()).not.toBe(next);
    expect(page.executions()).toBe(2);
  });

  it("end once the page is left", async () => {
    const page = await openPage();
    await page.send("balance", "lose");
    await page.go("/people/8");
    expect(page.response()).toBeUndefined();
    expect(page.operationId()).not.toBe("balance-1");
  });
});

it("the operation id of a form that nobody has sent stays while another is", async () => {
  const page = await openPage();
  await page.send("view", "succeed");
  await page.send("view", "reject");
  expect(page.response()).toBeUndefined();
  expect(page.operationId()).toBe("balance-1");
});

it.each([
  "/people/7?form=balance#reason",
  "/people/7",
])("a link that is followed before a response has come changes neither: %s", async (link) => {
  const page = await openPage();
  await page.send("balance", "lose");
  const response = page.response();
  void page.send("balance", "never");
  await page.until("submitting");
  await page.go(link);
  expect(page.response()).toBe(response);
  expect(page.executions()).toBe(0);
  await page.send("view", "succeed");
  expect(page.response()).toBe(response);
  expect(page.executions()).toBe(0);
  expect(page.operationId()).toBe("balance-1");
});
