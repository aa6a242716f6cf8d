import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { withCircuitBreaker } from "./circuit-breaker.server.ts";

let now = 0;
let sent = 0;
let respond: () => Response | Error;
beforeEach(() => {
  [now, sent] = [0, 0];
  respond = () => new Response("ok");
});

const create = () =>
  withCircuitBreaker(
    async () => {
      sent += 1;
      const response = respond();
      if (response instanceof Error) throw response;
      return response;
    },
    () => now,
  );
/** Five failures in seven seconds. */
async function breakDown(fetch: ReturnType<typeof create>): Promise<void> {
  for (let turn = 0; turn < 5; turn++) {
    now += turn === 4 ? 7_000 : 0;
    await ask(fetch);
  }
}

/** The status of a complete response, or the name of the error that was thrown. */
const ask = (fetch: ReturnType<typeof create>) =>
  fetch(new Request("https://backend.example/api/settings"))
    .then(async (response) => {
      await response.text();
      return response.status;
    })
    .catch((error: Error) => error.name);

/** A 200 whose body fails after its first bytes. */
const cutOff = () =>
  new Response(
    new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode("{")),
      pull: (controller) => controller.error(new DOMException("too slow", "TimeoutError")),
    }),
  );

describe("a circuit breaker", () => {
  it.each([
    ["no response", () => new TypeError("fetch failed")],
    ["502", () => new Response("", { status: 502 })],
    ["503", () => new Response("", { status: 503 })],
    ["504", () => new Response("", { status: 504 })],
    ["a body that stops", cutOff],
  ])("sends nothing for five seconds after five failures in seven seconds: %s", async (_name, failure) => {
    const fetch = create();
    respond = failure;
    await breakDown(fetch);
    expect(await ask(fetch)).toBe("CircuitOpen");
    now += 4_999;
    expect(await ask(fetch)).toBe("CircuitOpen");
    expect(sent).toBe(5);
  });

  it("lets one request decide, and is closed by a response", async () => {
    const fetch = create();
    respond = () => new TypeError("fetch failed");
    await breakDown(fetch);
    now += 5_001;
    respond = () => new Response("ok");
    expect(await Promise.all([ask(fetch), ask(fetch)])).toEqual([200, "CircuitOpen"]);
    expect(await ask(fetch)).toBe(200);
  });

  it("lets another decide when that one takes minutes", async () => {
    const fetch = create();
    respond = () => new TypeError("fetch failed");
    await breakDown(fetch);
    now += 5_001;
    let finish = () => {};
    const long = new ReadableStream({
      start: (controller) => {
        finish = () => controller.close();
      },
    });
    respond = () => new Response(long);
    const upload = ask(fetch);
    now += 4_999;
    respond = () => new Response("ok");
    expect(await ask(fetch)).toBe("CircuitOpen");
    now += 1;
    expect([await ask(fetch), await ask(fetch)]).toEqual([200, 200]);
    finish();
    expect(await upload).toBe(200);
  });

  it("learns nothing from a body that nobody reads", async () => {
    const fetch = create();
    respond = cutOff;
    for (let turn = 0; turn < 10; turn++) {
      now += 7_000;
      const { body } = await fetch(new Request("https://backend.example/sanctum/csrf-cookie"));
      await body?.cancel();
    }
    respond = () => new Response("ok");
    expect(await ask(fetch)).toBe(200);
  });

  it("passes on the response that it watches: status, cookies and body", async () => {
    const fetch = create();
    const headers = new Headers([
      ["set-cookie", "one=1"],
      ["set-cookie", "two=2"],
    ]);
    respond = () => new Response("made", { status: 201, headers });
    const response = await fetch(new Request("https://backend.example/api/login"));
    expect(response.status).toBe(201);
    expect(response.headers.getSetCookie()).toEqual(["one=1", "two=2"]);
    expect(await response.text()).toBe("made");
  });

  it("opens again when that request fails", async () => {
    const fetch = create();
    respond = () => new TypeError("fetch failed");
    await breakDown(fetch);
    now += 5_001;
    expect(await ask(fetch)).toBe("TypeError");
    expect(await ask(fetch)).toBe("CircuitOpen");
  });

  it("opens for requests without a response, however few seconds apart they fail", async () => {
    const fetch = create();
    respond = () => {
      now = 8_000;
      return new TypeError("timeout");
    };
    const page = Array.from({ length: 5 }, () => ask(fetch));
    expect(new Set(await Promise.all(page))).toEqual(new Set(["TypeError"]));
    expect(await ask(fetch)).toBe("CircuitOpen");
  });

  it("counts from the first start of a failing request, in whatever order they fail", async () => {
    let fail = () => {};
    const slow = new Promise<Response>((_resolve, reject) => {
      fail = () => reject(new TypeError("fetch failed"));
    });
    const failed = async () => {
      throw new TypeError("fetch failed");
    };
    let send: () => Promise<Response> = () => slow;
    const fetch = withCircuitBreaker(
      () => send(),
      () => now,
    );
    const early = ask(fetch);
    send = failed;
    now = 6_000;
    for (let turn = 0; turn < 3; turn++) expect(await ask(fetch)).toBe("TypeError");
    now = 7_000;
    fail();
    expect(await early).toBe("TypeError");
    expect(await ask(fetch)).toBe("TypeError");
    expect(await ask(fetch)).toBe("CircuitOpen");
  });

  it("stays closed for the failures of one page: a restart is over sooner", async () => {
    const fetch = create();
    respond = () => new TypeError("fetch failed");
    for (let turn = 0; turn < 20; turn++) expect(await ask(fetch)).toBe("TypeError");
    now = 6_999;
    respond = () => new Response("ok");
    expect(await ask(fetch)).toBe(200);
  });

  it("stays closed for errors of a server at work, and for failures now and then", async () => {
    const fetch = create();
    const statuses = fc.constantFrom(200, 401, 404, 422, 429, 500);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(3), { maxLength: 10 }), statuses, async (runs, status) => {
        for (const failures of runs) {
          respond = () => new TypeError("fetch failed");
          for (let turn = 0; turn < failures; turn++) await ask(fetch);
          respond = () => new Response("", { status });
          expect(await ask(fetch)).toBe(status);
        }
      }),
    );
  });
});
