import { createHash } from "node:crypto";

export type Migration = {
  /** The file name without folder and extension, such as `0011-offers`. */
  name: string;
  sql: string;
};

/** A migration that the database recorded; releases before 0015 recorded no checksum. */
export type AppliedMigration = { name: string; checksum: string | null };

/** Numbers that were never used (see README.md in the migrations folder). */
const UNUSED_NUMBERS = new Set([6]);

/**
 * Migrations that landed after one with a higher number, while numbers were still assigned per
 * branch. A database of that time may lack them although it has later ones. Never add to this list.
 */
const LANDED_LATE = new Set(["0004-wishlist", "0005-site", "0008-search-by-language"]);

/**
 * A mismatch between the schema and the build's migrations, explained in one sentence to the
 * operator.
 */
export class MigrationError extends Error {
  override readonly name = "MigrationError";
}

/**
 * The migrations among `known` that a database with `applied` still needs, in order. Throws
 * MigrationError if the build's own numbers have a gap or a duplicate, if the database has a
 * migration that this build lacks (an older build must not run on a newer schema), if an applied
 * one has changed since, and if a new one has a lower number than an applied one.
 */
export function planMigrations(known: Migration[], applied: AppliedMigration[]): Migration[] {
  checkNumbers(known);
  const knownByName = new Map(known.map((migration) => [migration.name, migration]));
  const unknown = applied.filter(({ name }) => !knownByName.has(name)).map(({ name }) => name);
  if (unknown.length > 0) {
    throw new MigrationError(
      `the database is newer than this build: it has ${unknown.sort().join(", ")}, which this ` +
        "build does not know. Start the build that migrated it, or a later one.",
    );
  }
  for (const { name, checksum } of applied) {
    const migration = knownByName.get(name);
    if (!migration || checksum === null || checksum === checksumOf(migration)) continue;
    throw new MigrationError(
      `migration ${name} is not the one that this database was migrated with: an applied ` +
        "migration never changes, so put the change into a new one.",
    );
  }
  const appliedNames = new Set(applied.map(({ name }) => name));
  const newest = Math.max(0, ...applied.map(({ name }) => numberOf(name)));
  const due = known.filter(({ name }) => !appliedNames.has(name));
  for (const { name } of due) {
    if (numberOf(name) > newest || LANDED_LATE.has(name)) continue;
    throw new MigrationError(
      `migration ${name} comes too late: this database already has number ${newest}. ` +
        "Give it the next free number.",
    );
  }
  return due;
}

/** The SHA-256 of the text, in which CRLF counts as LF. */
export function checksumOf({ sql }: Migration): string {
  return createHash("sha256").update(sql.replaceAll("\r\n", "\n")).digest("hex");
}

function numberOf(name: string): number {
  return Number(/^(\d{4})-[a-z0-9-]+$/.exec(name)?.[1] ?? Number.NaN);
}

function checkNumbers(known: Migration[]): void {
  let expected = 1;
  for (const { name } of known) {
    while (UNUSED_NUMBERS.has(expected)) expected++;
    if (numberOf(name) !== expected) {
      throw new MigrationError(
        `the migrations of this build are not in order: ${name} stands where number ` +
          `${String(expected).padStart(4, "0")} should.`,
      );
    }
    expected++;
  }
}
