import { EventEmitter } from "node:events";
import type { Server } from "node:http";
import { Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { watchConnections } from "./shutdown.ts";

/** Longer than a turn of an idle event loop. */
const WORK_MS = 20;

it("accepts who connected while a turn of the loop was busy, before it stops to", async () => {
  // The parts of a server that are used here.
  const server = new EventEmitter() as Server;
  const connections = watchConnections(server);
  let isAccepted = false;
  const meet = async (idleTurns: number) => {
    for (let turn = 0; turn < idleTurns; turn++) await setImmediate();
    const startedAt = performance.now();
    while (performance.now() - startedAt < WORK_MS);
    // The next turn accepts the connections made meanwhile.
    await setImmediate();
    server.emit("connection", new Socket());
    isAccepted = true;
  };
  for (const idleTurns of [0, 1, 2, 3]) {
    isAccepted = false;
    void meet(idleTurns);
    await connections.allAccepted();
    expect(isAccepted, `after ${idleTurns} idle turns`).toBe(true);
  }
});
