// More kinds of files, and what the row of a fault was, so that refused rows can be mended and sent again.
import type { Knex } from 'knex';

const kinds = (names: string) => `
  alter table imports drop constraint imports_kind_check,
    add constraint imports_kind_check check (kind = any (string_to_array('${names}', ' ')))`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(kinds('csv xlsx ndjson json yaml markdown bookmarks opml mcp directory'));
  await knex.raw('alter table import_faults add column input jsonb');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table import_faults drop column input');
  await knex.raw(`delete from imports where kind in ('xlsx', 'yaml', 'bookmarks', 'opml')`);
  await knex.raw(kinds('csv ndjson json markdown mcp directory'));
}
