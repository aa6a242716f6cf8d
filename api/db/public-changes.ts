import type { Logger } from "pino";
import postgres from "postgres";
import { type DatabaseTarget, KEEP_ALIVE_S, LOST_MACHINE_LIMITS } from "./client.ts";

const CHANNEL = "public_data";
const RETRY_MS = 250;
const RETRY_MS_MAX = 5_000;

export type PublicChangeListener = {
  /**
   * Called when public data has changed; `table` is null if changes may have been missed while the
   * connection was lost.
   */
  onChange(table: string | null): void;
  /** Called when the connection is lost: changes go unnoticed until the next `onChange`. */
  onLost(): void;
};

/**
 * Listens on its own connection for changes of what guests see (migration 0019), and keeps
 * reconnecting. Does not use `sql.listen` of postgres.js, which does not report a lost connection
 * and retries only once.
 */
export function watchPublicData(
  target: DatabaseTarget,
  listener: PublicChangeListener,
  log: Pick<Logger, "warn">,
): { stop(): Promise<void> } {
  let isStopped = false;
  let retryMs = RETRY_MS;
  let timer: NodeJS.Timeout | undefined;
  let current: postgres.Sql | null = null;

  const connect = () => {
    const connection = openListener(target, {
      onnotify: (_channel, table) => listener.onChange(table),
      onclose: () => reconnect(connection),
    });
    current = connection;
    connection`LISTEN ${connection(CHANNEL)}`.then(
      () => {
        retryMs = RETRY_MS;
        listener.onChange(null);
      },
      (error: unknown) => {
        log.warn({ err: error }, "cannot listen for changes of public data");
        reconnect(connection);
      },
    );
  };
  // Called at most once per connection, whether it failed to open or was lost.
  const reconnect = (connection: postgres.Sql) => {
    if (isStopped || connection !== current) return;
    current = null;
    void connection.end({ timeout: 0 }).catch(() => {});
    listener.onLost();
    timer = setTimeout(connect, retryMs);
    timer.unref();
    retryMs = Math.min(retryMs * 2, RETRY_MS_MAX);
  };

  connect();
  return {
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await current?.end({ timeout: 1 });
    },
  };
}

/** Opens one connection. `onnotify` is what `sql.listen` uses; the types lack it. */
function openListener(
  target: DatabaseTarget,
  events: { onnotify(channel: string, payload: string): void; onclose(): void },
): postgres.Sql {
  const options = {
    max: 1,
    idle_timeout: undefined,
    max_lifetime: null,
    connect_timeout: 5,
    keep_alive: KEEP_ALIVE_S,
    fetch_types: false,
    onnotice: () => {},
    connection: { application_name: "promptory changes", ...LOST_MACHINE_LIMITS },
    ...events,
  };
  return typeof target === "string"
    ? postgres(target, options)
    : postgres({ ...target, ...options });
}
