/** The compiled migrations, found from here and from the bundled commands, which lie as deep. */
export const MIGRATIONS = new URL('../../../dist/db/migrations/', import.meta.url);

/** The schema of the first migration. */
export const SCHEMA = new URL('../../../db/migrations/0100_schema.sql', import.meta.url);
