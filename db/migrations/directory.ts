/** The compiled migrations, found from here and from the bundled commands, which lie as deep. */
export const MIGRATIONS = new URL('../../../dist/db/migrations/', import.meta.url);
