/** The migrations, found from here and from the bundled commands, which lie as deep. */
export const MIGRATIONS = new URL('../../../db/migrations/', import.meta.url);

/** The first migration. */
export const SCHEMA = new URL('0100_schema.sql', MIGRATIONS);

/** The catalog of a new directory. */
export const PLACES = new URL('../seeds/agent-directories.csv', MIGRATIONS);
