import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DATABASE, ROLE } from "#api/db/embedded-server/cluster.ts";
import { startEmbeddedServer } from "#api/db/embedded-server.ts";
import { freePort } from "../servers/free-port.ts";
import type { TestServer } from "./global-setup.ts";

/** Starts the embedded server on a TCP port of this machine, reached like a remote server. */
export async function startTcpServer(): Promise<{
  connection: TestServer["connection"];
  /** Stops it and removes its data. */
  remove(): Promise<void>;
}> {
  const dataDir = await mkdtemp(join(tmpdir(), "promptory-tcp-"));
  const rules = await mkdtemp(join(tmpdir(), "promptory-tcp-rules-"));
  const hbaFile = join(rules, "pg_hba.conf");
  // The server may run as another user.
  await chmod(rules, 0o755);
  await writeFile(hbaFile, "local all all trust\nhost all all 127.0.0.1/32 trust\n");
  const port = await freePort();
  const server = await startEmbeddedServer({
    dataDir,
    log: () => {},
    settings: {
      listen_addresses: "127.0.0.1",
      port: String(port),
      hba_file: hbaFile,
      fsync: "off",
    },
  });
  return {
    connection: { host: "127.0.0.1", port, user: ROLE, database: DATABASE },
    remove: async () => {
      await server.stop();
      await Promise.all([dataDir, rules].map((path) => rm(path, { recursive: true, force: true })));
    },
  };
}
