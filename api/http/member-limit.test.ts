import { Hono } from "hono";
import { expect, it } from "vitest";
import type { ApiEnv, SessionUser } from "./context.ts";
import { CONCURRENT_WRITES_MAX, limitConcurrency, readOutsideTurn } from "./member-limit.ts";

const user: SessionUser = {
  id: 7,
  email: "ada@example.com",
  role: "member",
  staffRole: null,
  isEmailVerified: true,
  verificationStatus: "none",
};

/** Creates an API with one member, whose writes read their body and then wait for `end`. */
function createApp() {
  const state = { working: 0, end: () => {} };
  const until = new Promise<void>((resolve) => {
    state.end = resolve;
  });
  const app = new Hono<ApiEnv>();
  app.use(async (c, next) => {
    c.set("user", user);
    await next();
  });
  app.post("/", limitConcurrency(), async (c) => {
    const text = await readOutsideTurn(c, () => c.req.text());
    state.working += 1;
    if (text !== "fast") await until;
    state.working -= 1;
    return c.text(text);
  });
  return { app, state };
}

/** Creates a body that only arrives when `arrive` is called. */
function createLateBody() {
  let arrive = () => {};
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await new Promise<void>((resolve) => {
          arrive = resolve;
        });
        controller.enqueue(new TextEncoder().encode("late"));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, arrive: () => arrive() };
}

it("writes have no turn while their body waits, and take one when it is there", async () => {
  const { app, state } = createApp();
  const send = (body: BodyInit) => {
    const init: RequestInit & { duplex: "half" } = { method: "POST", body, duplex: "half" };
    return app.request("/", init);
  };
  const bodies = Array.from({ length: CONCURRENT_WRITES_MAX + 2 }, createLateBody);
  const late = bodies.map(({ stream }) => send(stream));
  expect(await (await send("fast")).text()).toBe("fast");
  for (const { arrive } of bodies) arrive();
  await expect.poll(() => state.working).toBe(CONCURRENT_WRITES_MAX);
  state.end();
  const texts = (await Promise.all(late)).map((response) => response.text());
  expect(await Promise.all(texts)).toEqual(bodies.map(() => "late"));
  expect(state.working).toBe(0);
});
