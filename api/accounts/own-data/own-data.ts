import { Readable } from "node:stream";
import { ZipFile } from "yazl";
import { DomainError } from "#domain/errors.ts";
import { recordAction } from "../../audit/audit.service.ts";
import type { ApiDeps, SessionUser } from "../../http/context.ts";
import type { DataSubject, Noun, OwnData, OwnFile } from "../../noun.ts";
import { getDataSubject } from "./own-data.queries.ts";

type Part = { name: string; lists: OwnData["lists"]; files: readonly OwnFile[] };

/**
 * Rows read at a time, so that an archive needs constant memory regardless of the history's length.
 */
export const OWN_PAGE_SIZE = 500;

/**
 * Streams everything that the nouns store about a person as a zip (GDPR Art. 15 and 20): one JSON
 * file per noun, plus the person's files. With `staff`, a staff member exports it on the person's
 * behalf, which is logged. Throws not_found for an account that is gone.
 */
export async function exportOwnData(
  deps: ApiDeps,
  nouns: readonly Noun[],
  request: { userId: number; staff?: SessionUser },
): Promise<Readable> {
  const user = await getDataSubject(deps.database, request.userId);
  if (!user) throw new DomainError("not_found");
  if (request.staff) {
    const subject = { kind: "user", id: user.id };
    await recordAction(deps.database, {
      actorId: request.staff.id,
      action: "user.export",
      subject,
    });
  }
  // Everything is awaited before the archive starts: a stream that failed during an await would
  // emit an error that nothing listens for yet, which ends the process.
  const parts: Part[] = [];
  for (const { name, ownData } of nouns) {
    if (!ownData) continue;
    const files = (await ownData.files?.(deps, user, request.staff ?? null)) ?? [];
    parts.push({ name, lists: ownData.lists, files });
  }
  return openArchive(deps, user, parts);
}

/** Streams the archive; if a part fails, the response is cut off. */
function openArchive(deps: ApiDeps, user: DataSubject, parts: readonly Part[]): Readable {
  const zip = new ZipFile();
  const output = Readable.from(zip.outputStream);
  const fail = (error: Error) => void output.destroy(error);
  zip.on("error", fail);
  zip.addBuffer(describeArchive(deps, user), "about.json");
  for (const { name, lists, files } of parts) {
    const json = Readable.from(toJson(deps, user, lists), { objectMode: false });
    json.on("error", fail);
    zip.addReadStream(json, `${name}.json`);
    for (const file of files) addFile(deps, zip, file);
  }
  zip.end();
  return output;
}

function describeArchive(deps: ApiDeps, user: DataSubject): Buffer {
  const about = {
    account: user.id,
    made_at: deps.now().toISOString(),
    amounts: "in cents",
    purposes_and_periods: `${deps.config.appUrl}/en/page/privacy`,
  };
  return Buffer.from(`${JSON.stringify(about, null, 2)}\n`);
}

/** Yields a noun's lists as one JSON object, one page at a time. */
async function* toJson(
  { database }: ApiDeps,
  user: DataSubject,
  lists: OwnData["lists"],
): AsyncGenerator<string> {
  let separator = "{";
  for (const [table, list] of Object.entries(lists)) {
    yield `${separator}\n${JSON.stringify(table)}: [`;
    separator = ",";
    let rowSeparator = "\n";
    for (let after: number | null = 0; after !== null; ) {
      const page = { after, limit: OWN_PAGE_SIZE };
      const rows: Awaited<ReturnType<typeof list>> = await list(database, user, page);
      for (const row of rows) {
        yield rowSeparator + JSON.stringify(row);
        rowSeparator = ",\n";
      }
      const last: unknown = rows.at(-1)?.id;
      after = rows.length === OWN_PAGE_SIZE && typeof last === "number" ? last : null;
    }
    yield "\n]";
  }
  yield "\n}\n";
}

/**
 * Adds a file. One that storage has lost is exported empty and logged, because the rest of the
 * archive is still useful.
 */
function addFile({ log }: ApiDeps, zip: ZipFile, { name, read }: OwnFile): void {
  zip.addReadStreamLazy(name, (callback) => {
    read()
      .catch((error: unknown) => {
        log.error({ err: error, name }, "a file of somebody's own data could not be read");
        return null;
      })
      .then((bytes) => callback(null, Readable.from(bytes ? [Buffer.from(bytes)] : [])));
  });
}
