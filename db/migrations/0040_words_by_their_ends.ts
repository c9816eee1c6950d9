// Words are looked up by their last letters from an index.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index search_words_reversed;
    create index search_words_reversed on search_words (reverse(word) collate "C") include (word);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index search_words_reversed;
    create index search_words_reversed on search_words (reverse(word) collate "C");
  `);
}
