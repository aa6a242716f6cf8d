import type { Worker } from "node:cluster";
import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue } from "prom-client";
import type { OwnMetrics } from "../metrics/start-metrics.ts";

/** A busy worker is omitted from the scrape instead of delaying it. */
const RESPONSE_MS_MAX = 2_000;

type Metrics = MetricObjectWithValues<MetricValue<string>>[];
type Question = { type: "metrics?"; id: number };
type Reply = { type: "metrics"; id: number; metrics: Metrics };

/** In a worker: sends its metrics to the primary process on request. */
export function replyWithMetrics(own: OwnMetrics, worker: string): { close(): Promise<void> } {
  const onMessage = async (message: Question) => {
    if (message?.type !== "metrics?") return;
    const registry = await own.read();
    registry.setDefaultLabels({ worker });
    const metrics = await registry.getMetricsAsJSON();
    // The primary, and its channel, may be gone by now.
    if (process.connected) process.send?.({ type: "metrics", id: message.id, metrics });
  };
  process.on("message", onMessage);
  return {
    close: async () => {
      process.off("message", onMessage);
      own.stop();
    },
  };
}

let lastId = 0;

/** In the primary: the metrics of all workers that respond in time, merged. */
export async function readWorkers(workers: readonly Worker[]): Promise<string> {
  lastId += 1;
  const question: Question = { type: "metrics?", id: lastId };
  const replies = await Promise.all(workers.map((worker) => ask(worker, question)));
  return AggregatorRegistry.aggregate(replies.filter((reply) => reply !== null)).metrics();
}

function ask(worker: Worker, question: Question): Promise<Metrics | null> {
  return new Promise((resolve) => {
    const end = (metrics: Metrics | null) => {
      clearTimeout(timer);
      worker.off("message", onMessage);
      worker.off("exit", onExit);
      resolve(metrics);
    };
    const onMessage = (message: Reply) => {
      if (message?.type === "metrics" && message.id === question.id) end(message.metrics);
    };
    const onExit = () => end(null);
    const timer = setTimeout(() => end(null), RESPONSE_MS_MAX);
    worker.on("message", onMessage);
    worker.once("exit", onExit);
    if (worker.isConnected()) worker.send(question);
    else end(null);
  });
}
