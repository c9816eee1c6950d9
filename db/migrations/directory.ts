/** The folder of the migrations. The bundled commands lie as deep as this file. */
export const MIGRATIONS = new URL('../../../db/migrations/', import.meta.url);

export const SCHEMA = new URL('0100_schema.sql', MIGRATIONS);

export const PLACES = new URL('../seeds/agent-directories.csv', MIGRATIONS);
