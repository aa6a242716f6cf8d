import { afterEach, expect, it, vi } from "vitest";
import { FAILURES_MAX, fetchImage } from "./fetch-image.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it("each click is an operation of its own, also at the same moment and without HTTPS", async () => {
  vi.spyOn(Date, "now").mockReturnValue(1);
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  vi.spyOn(crypto, "randomUUID").mockImplementation(() => {
    throw new TypeError("crypto.randomUUID is not a function");
  });
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (_action: string, { body }: { body: FormData }) => {
    sent.push(body.get("operation_id"));
    return Response.json({ message: "Not now." }, { status: 409 });
  });
  const shown: unknown[] = [];
  const screen = { show: (state: unknown) => void shown.push(state), isGone: () => false };
  for (let click = 0; click < 2; click++) await fetchImage("/generate", new FormData(), screen);
  expect(sent).toEqual([
    expect.stringMatching(/^[0-9a-f]{32}$/),
    expect.stringMatching(/^[0-9a-f]{32}$/),
  ]);
  expect(sent[0]).not.toBe(sent[1]);
  expect(shown).toEqual(Array(2).fill({ kind: "rejected", message: "Not now." }));
});

const PICTURE = "/en/products/generate/pictures/7";
const WAITING = {
  kind: "waiting",
  message: "In progress.",
  listPath: "/en/products/generate/pictures",
};

/** Generates a picture whose requests get these responses, the last one again and again; null fails. */
async function generate(...responses: (() => Response | null)[]) {
  vi.useFakeTimers();
  vi.stubGlobal("document", { hidden: false });
  const paths: string[] = [];
  vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
    if (init?.method === "POST") return Response.json({ path: PICTURE }, { status: 202 });
    paths.push(path);
    const response = (responses.length > 1 ? responses.shift() : responses[0])?.() ?? null;
    if (response === null) throw new TypeError("Failed to fetch");
    return response;
  });
  const shown: unknown[] = [];
  const screen = { show: (state: unknown) => void shown.push(state), isGone: () => false };
  const fetched = fetchImage("/generate", new FormData(), screen);
  await vi.runAllTimersAsync();
  await fetched;
  return { shown, paths };
}

const status = (given: object) => () =>
  Response.json({ isFinal: false, message: "In progress.", zipPath: null, ...given });
const lost = () => null;
const away = () => new Response("restarting", { status: 502 });

it("waits through a restart of the server", async () => {
  const outage = [...Array(5).fill(lost), ...Array(5).fill(away)];
  const failed = status({ isFinal: true, message: "The model rejected it." });
  const { shown } = await generate(status({}), ...outage, status({}), failed);
  expect(shown).toEqual([
    WAITING,
    WAITING,
    { kind: "rejected", message: "The model rejected it." },
  ]);
});

it("asks again for the zip of a picture that is made", async () => {
  const made = status({ isFinal: true, zipPath: `${PICTURE}/zip` });
  const gone = () => Response.json({ message: "Refunded." }, { status: 409 });
  const { shown, paths } = await generate(made, lost, made, away, made, gone);
  expect(shown).toEqual([{ kind: "rejected", message: "Refunded." }]);
  expect(paths.filter((path) => path.endsWith("/zip"))).toHaveLength(3);
});

it("says in the end where the picture will be, and not that it failed", async () => {
  const { shown, paths } = await generate(status({}), lost);
  expect(shown).toEqual([WAITING, { kind: "unclear", listPath: WAITING.listPath }]);
  expect(paths).toHaveLength(1 + FAILURES_MAX);
});

it("ends at once when its viewer is signed out or the picture is gone", async () => {
  const gone = () => new Response(null, { status: 404 });
  const { shown, paths } = await generate(status({}), gone);
  expect(shown).toEqual([WAITING, { kind: "unclear", listPath: WAITING.listPath }]);
  expect(paths).toHaveLength(2);
});
