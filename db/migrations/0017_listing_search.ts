// The search documents, apart from the listings: narrow rows that a search can read by the hundred. Status and time of
// publication are copied by a trigger, so that no writer can forget them; the rest is derived from the texts by
// core/listings/search-document.ts. Rows of version 0 contain the words of the previous release, and are found by them
// until they are rebuilt.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table listing_search (
      id uuid primary key references listings on delete cascade,
      live boolean not null,
      published_at timestamptz(3),
      version smallint not null,
      name_key text not null collate "C",
      name_joined text not null collate "C",
      search tsvector not null
    );
    alter table listing_search alter column search set storage main, alter column search set statistics 3000;
    insert into listing_search
      select id, status = 'live', published_at, 0, name_key, replace(name_key, ' ', ''), strip(search) from listings;
    create index listing_search_words on listing_search using gin (search) with (fastupdate = off) where live;
    create index listing_search_newest on listing_search (published_at desc, id desc) where live;
    create index listing_search_name on listing_search (name_key, id) where live;
    create index listing_search_joined on listing_search (name_joined) where live;

    create function follow_listing() returns trigger language plpgsql as $$
      begin
        update listing_search set live = (new.status = 'live'), published_at = new.published_at where id = new.id;
        return null;
      end $$;
    create trigger listings_search_follow after update on listings
      for each row when ((old.status = 'live', old.published_at) is distinct from (new.status = 'live', new.published_at))
      execute function follow_listing();

    -- Every word that was ever searchable: what a mistyped one may have meant. One found in no listing any more
    -- does no harm, as it finds nothing.
    create table search_words (word text collate "C" primary key);
    create index search_words_reversed on search_words (reverse(word) collate "C");
    insert into search_words
      select word from ts_stat('select search from listing_search') where word ~ '^[[:alpha:]][[:alnum:]]{2,29}$';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger listings_search_follow on listings;
    drop function follow_listing();
    drop table listing_search;
    drop table search_words;
  `);
}
