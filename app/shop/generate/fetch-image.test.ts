import { zipSync } from "fflate";
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

/** Generates a picture whose requests get these responses, the last one repeatedly; null fails. */
async function generate(...responses: (() => Response | null)[]) {
  vi.useFakeTimers();
  const saved: { href: string; download: string; bytes: number }[] = [];
  const blobs: Blob[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => `blob:${blobs.push(blob as Blob)}`);
  vi.stubGlobal("document", {
    hidden: false,
    createElement: () => ({
      href: "",
      download: "",
      click() {
        const bytes = blobs.at(-1)?.size ?? 0;
        saved.push({ href: this.href, download: this.download, bytes });
      },
    }),
  });
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
  return { shown, paths, saved };
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

const ZIP_HEADERS = {
  "content-type": "application/zip",
  "content-disposition": 'attachment; filename="7.zip"',
};
const cutOff = () => {
  const body = new ReadableStream({
    pull(controller) {
      controller.enqueue(new Uint8Array([0x50, 0x4b]));
      controller.error(new TypeError("network error"));
    },
  });
  return new Response(body, { headers: ZIP_HEADERS });
};
const htmlPage = () =>
  new Response("<!doctype html>", { headers: { "content-type": "text/html; charset=utf-8" } });
const redirected = () => Object.defineProperty(Response.json({}), "redirected", { value: true });
const tooMany = () => Response.json({ message: "Too Many Attempts." }, { status: 429 });

it.each([
  ["is cut off", cutOff],
  ["is replaced by a page", htmlPage],
  ["leads elsewhere", redirected],
  ["is requested too often", tooMany],
])("asks again for a zip that %s", async (_, fails) => {
  const made = status({ isFinal: true, zipPath: `${PICTURE}/zip` });
  const zip = zipSync({ "picture.png": new Uint8Array([1, 2, 3]) });
  const whole = () => new Response(new Uint8Array(zip), { headers: ZIP_HEADERS });
  const { shown, saved } = await generate(made, fails, made, whole);
  expect(shown).toEqual([
    { kind: "done", imageUrl: "blob:2", zipUrl: "blob:1", fileName: "7.zip" },
  ]);
  expect(saved).toEqual([{ href: "blob:1", download: "7.zip", bytes: zip.length }]);
});

it("says of a picture whose zip never arrives where it is, and not that it failed", async () => {
  const made = status({ isFinal: true, zipPath: `${PICTURE}/zip` });
  const pairs = Array.from({ length: FAILURES_MAX }, () => [made, cutOff]).flat();
  const { shown, paths } = await generate(...pairs);
  expect(shown).toEqual([{ kind: "unclear", listPath: WAITING.listPath }]);
  expect(paths).toHaveLength(2 * FAILURES_MAX);
});
