/** The migrations, found from here and from the bundled commands, which lie as deep. */
export const MIGRATIONS = new URL('../../../db/migrations/', import.meta.url);

export const SCHEMA = new URL('0100_schema.sql', MIGRATIONS);

export const PLACES = new URL('../seeds/agent-directories.csv', MIGRATIONS);
