import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { noteUnsent, UNSENT_BYTES_MAX } from "#app/middleware/note-unsent.ts";
import { openRaw, type RawConnection, statusOf } from "#tests/setup/api/raw-client.ts";
import { createTestServerApp } from "#tests/setup/api/server-app.ts";
import type { WebHandler } from "../app.ts";
import { UPLOAD_BYTES_MAX, UPLOADS_HELD_BYTES_MAX, UPLOADS_OF_CLIENT_MAX } from "../limits.ts";
import { createPlaces } from "./body-places.ts";

const MB = 1_000_000;
const LENGTH = 5 * MB;
const SCREEN = "/en/dashboard/offers/create";

let stop = () => {};
let url: string;
/** The forms that have reached their screen, and how many of them have been read from. */
let arrived: number;
let begun: string[];
/** The number of bytes read from each. */
let lengths: Map<string, number>;
afterEach(() => stop());

const GUEST = "guest";

/**
 * A server whose screens and API read each form to its end, except guests' forms, which are left
 * unread as by a guard.
 */
async function startServer(overdueAfterMs?: number) {
  arrived = 0;
  begun = [];
  lengths = new Map();
  const handle = async (request: Request) => {
    arrived += 1;
    const name = request.headers.get("x-name") ?? "";
    let length = 0;
    for await (const chunk of request.body ?? []) {
      if (length === 0) begun.push(name);
      length += chunk.byteLength;
      lengths.set(name, length);
    }
    return new Response(String(length));
  };
  const handleWeb: WebHandler = async (request, context) => {
    if (!request.headers.get("x-name")?.startsWith(GUEST)) return handle(request);
    arrived += 1;
    await noteUnsent(context, request);
    return new Response("sign in");
  };
  const places = createPlaces(overdueAfterMs);
  const app = createTestServerApp({ api: handle, handleWeb }, { TRUST_PROXY: "1" }, places);
  // Test files in one worker share its globals.
  const options = { port: 0, hostname: "127.0.0.1", overrideGlobalObjects: false };
  const server = serve({ ...options, fetch: (request, env) => app.fetch(request, env) });
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  stop = () => {
    server.close();
    if ("closeAllConnections" in server) server.closeAllConnections();
  };
}

/** Sends the beginning of a form with files. */
function begin(name: string, { ip = "192.0.2.1", path = SCREEN, length = LENGTH } = {}) {
  const head = [
    `POST ${path} HTTP/1.1`,
    "Host: localhost:3000",
    `X-Name: ${name}`,
    `X-Forwarded-For: ${ip}`,
    "Content-Type: multipart/form-data; boundary=x",
    `Content-Length: ${length}`,
  ].join("\r\n");
  const connection = openRaw(url, `${head}\r\n\r\n`);
  connection.socket.write(Buffer.alloc(1_000, "y"));
  return connection;
}

const send = ({ socket }: RawConnection, bytes: number) =>
  void socket.write(Buffer.alloc(bytes, "y"));
const complete = ({ socket }: RawConnection, length = LENGTH) =>
  socket.write(Buffer.alloc(length - 1_000, "y"));
const statusIn = ({ received }: RawConnection) => statusOf(received());

/** Longer than a test: nobody is cut off, however busy the machine is. */
const FOR_EVER_MS = 3_600_000;

describe("forms with files of one client", () => {
  beforeEach(() => startServer(FOR_EVER_MS));

  it("are read a few at a time, and those that wait are served afterwards", async () => {
    const all = ["1", "2", "3", "4", "5", "6"].map((name) => begin(name, { path: SCREEN }));
    await expect.poll(() => arrived).toBe(all.length);
    await expect.poll(() => begun.length).toBe(UPLOADS_OF_CLIENT_MAX);
    for (let served = 0; served < all.length; served++) {
      expect(begun.length).toBe(Math.min(all.length, UPLOADS_OF_CLIENT_MAX + served));
      const next = all[Number(begun[served]) - 1];
      if (next) complete(next);
      await expect.poll(() => next && statusIn(next)).toBe(200);
      const beginning = Math.min(all.length, UPLOADS_OF_CLIENT_MAX + served + 1);
      await expect.poll(() => begun.length).toBe(beginning);
    }
  });

  it("free their place when their sender goes away, whether it was read or waited", async () => {
    const all = ["1", "2", "3", "4", "5", "6"].map((name) => begin(name));
    await expect.poll(() => arrived).toBe(all.length);
    await expect.poll(() => begun.length).toBe(UPLOADS_OF_CLIENT_MAX);
    const [waiting = "", last = ""] = ["1", "2", "3", "4", "5", "6"].filter(
      (name) => !begun.includes(name),
    );
    all[Number(waiting) - 1]?.socket.destroy();
    all[Number(begun[0]) - 1]?.socket.destroy();
    await expect.poll(() => begun).toContain(last);
    const left = all[Number(last) - 1];
    if (left) complete(left);
    await expect.poll(() => left && statusIn(left)).toBe(200);
  });

  it("keep out nobody else, and no small form", async () => {
    const slow = ["1", "2", "3", "4", "5"].map((name) => begin(name));
    await expect.poll(() => arrived).toBe(slow.length);
    const other = begin("other", { ip: "192.0.2.2" });
    complete(other);
    await expect.poll(() => statusIn(other)).toBe(200);
    const small = begin("small", { length: 60_000 });
    complete(small, 60_000);
    await expect.poll(() => statusIn(small)).toBe(200);
  });

  it("of guests take no place of those that are read whole", async () => {
    const guests = ["192.0.2.7", "192.0.2.8"].flatMap((ip) =>
      ["1", "2", "3", "4"].map((name) => begin(GUEST + name, { ip, length: UPLOAD_BYTES_MAX })),
    );
    await expect.poll(() => arrived).toBe(guests.length);
    const member = begin("member", { length: UPLOAD_BYTES_MAX });
    complete(member, UPLOAD_BYTES_MAX);
    await expect.poll(() => statusIn(member)).toBe(200);
    const neighbor = begin("neighbor", { ip: "192.0.2.7", length: UPLOAD_BYTES_MAX });
    complete(neighbor, UPLOAD_BYTES_MAX);
    await expect.poll(() => statusIn(neighbor)).toBe(200);
    expect(guests.map(statusIn)).toEqual(guests.map(() => 0));
    for (const guest of guests) guest.socket.write(Buffer.alloc(UNSENT_BYTES_MAX, "y"));
    await expect.poll(() => guests.map(statusIn)).toEqual(guests.map(() => 200));
  });

  it("share their places with those that are sent to the API", async () => {
    const slow = ["1", "2", "3", "4"].map((name) => begin(name));
    await expect.poll(() => begun.length).toBe(slow.length);
    const waiting = begin("api", { path: "/api/offer/create" });
    await expect.poll(() => arrived).toBe(slow.length + 1);
    complete(waiting);
    const first = slow[0];
    if (first) complete(first);
    await expect.poll(() => first && statusIn(first)).toBe(200);
    await expect.poll(() => statusIn(waiting)).toBe(200);
    expect(begun.at(-1)).toBe("api");
  });
});

describe("half-read forms with files", () => {
  beforeEach(() => startServer(FOR_EVER_MS));

  it("of several networks end one after the other, when all go on", async () => {
    const length = UPLOAD_BYTES_MAX;
    const all = ["192.0.2.7", "192.0.2.8", "192.0.2.9"].map((ip) => begin(ip, { ip, length }));
    for (const one of all) send(one, 12 * MB);
    await expect.poll(() => begun.length).toBe(all.length);
    for (const one of all) send(one, length - 12 * MB - 1_000);
    await expect.poll(() => all.map(statusIn)).toEqual([200, 200, 200]);
  });
});

describe("slow senders of forms with files", () => {
  beforeEach(() => startServer());

  const SENT = 15 * MB;

  /** Has sent almost everything, and holds as much as its network may, or nearly. */
  async function beginSlow(ip: string) {
    const slow = begin(ip, { ip, length: UPLOAD_BYTES_MAX });
    send(slow, SENT);
    await expect.poll(() => lengths.get(ip)).toBe(1_000 + SENT);
    return slow;
  }

  it("take what they have sent and no more: another form is read beside any number", async () => {
    const slow = Array.from({ length: 40 }, (_, at) => {
      const ip = `192.0.2.${at + 10}`;
      return begin(ip, { ip, length: UPLOAD_BYTES_MAX });
    });
    await expect.poll(() => begun.length).toBe(slow.length);
    const other = begin("other", { length: 15 * MB });
    complete(other, 15 * MB);
    await expect.poll(() => statusIn(other)).toBe(200);
    expect(slow.map(statusIn)).toEqual(slow.map(() => 0));
  });

  it("are cut off for one that waits, whose form waits in its socket until then", async () => {
    const slow = [await beginSlow("192.0.2.7"), await beginSlow("192.0.2.8")];
    const other = begin("other", { length: SENT });
    complete(other, SENT);
    await expect.poll(() => lengths.get("other") ?? 0).toBeGreaterThan(0);
    expect(lengths.get("other")).toBeLessThan(UPLOADS_HELD_BYTES_MAX - 2 * SENT);
    await expect.poll(() => statusIn(other)).toBe(200);
    expect(slow.map(statusIn).toSorted()).toEqual([0, 503]);
    const [cut] = slow.filter((one) => statusIn(one) === 503);
    expect(cut?.received()).toMatch(/^retry-after: \d+\r$/im);
  });

  it("are served when nobody waits, however slow they were", async () => {
    const slow = [await beginSlow("192.0.2.7"), await beginSlow("192.0.2.8")];
    for (const one of slow) send(one, UPLOAD_BYTES_MAX - SENT - 1_000);
    await expect.poll(() => slow.map(statusIn)).toEqual([200, 200]);
  });
});
