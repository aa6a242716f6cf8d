import type { Database } from "./client.ts";

const files = import.meta.glob<string>("./migrations/*.sql", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** All migrations in order: their file names without folder and ending. */
export const MIGRATIONS = Object.entries(files)
  .map(([path, sql]) => ({ name: path.replace(/^.*\/|\.sql$/g, ""), sql }))
  .sort((a, b) => (a.name < b.name ? -1 : 1));

/** Any number will do, as long as every replica takes the same. */
const MIGRATION_LOCK = 712_004;

/**
 * Brings the schema forward, each migration in its own transaction, and returns the names of those
 * it ran. A lock makes replicas that start together take turns; the second finds nothing to do.
 * Throws when the database knows a migration that this build does not: an older build must not run
 * on a newer schema.
 */
export async function migrate(database: Database): Promise<string[]> {
  const connection = await database.reserve();
  try {
    await connection`SELECT pg_advisory_lock(${MIGRATION_LOCK})`;
    await connection`CREATE TABLE IF NOT EXISTS migrations (
      name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())`;
    const rows = await connection<{ name: string }[]>`SELECT name FROM migrations`;
    const applied = new Set(rows.map((row) => row.name));
    const unknown = [...applied].filter((name) => !MIGRATIONS.some((one) => one.name === name));
    if (unknown.length > 0) {
      throw new Error(`the database is newer than this build (it has ${unknown.join(", ")})`);
    }
    const due = MIGRATIONS.filter((one) => !applied.has(one.name));
    for (const { name, sql } of due) {
      await connection.unsafe(
        `BEGIN; ${sql}; INSERT INTO migrations (name) VALUES ('${name}'); COMMIT;`,
      );
    }
    return due.map((one) => one.name);
  } catch (error) {
    await connection`ROLLBACK`.catch(() => {});
    throw error;
  } finally {
    await connection`SELECT pg_advisory_unlock(${MIGRATION_LOCK})`.catch(() => {});
    connection.release();
  }
}
