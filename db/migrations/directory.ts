/** The folder of the migrations. The path also holds in the bundle, whose files are as deep in dist as this one. */
export const MIGRATIONS = new URL('../../../db/migrations/', import.meta.url);

export const SCHEMA = new URL('0100_schema.sql', MIGRATIONS);

export const PLACES = new URL('../seeds/agent-directories.csv', MIGRATIONS);
