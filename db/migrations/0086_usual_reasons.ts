// The default reasons of the review desk are messages of the catalogues now: rows are an operator's own.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    delete from review_reasons where (select array_agg(text order by position) from review_reasons) = array[
      'Not a genuine product: there is nothing here that can be used or bought.',
      'Against the content policy.',
      'The website cannot be reached, or is empty.',
      'The text does not describe what the website offers.',
      'The same product is listed already.',
      'Advertising or a link list rather than a product.'
    ]`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    insert into review_reasons (position, text)
    select position, text from (values
      (1, 'Not a genuine product: there is nothing here that can be used or bought.'),
      (2, 'Against the content policy.'),
      (3, 'The website cannot be reached, or is empty.'),
      (4, 'The text does not describe what the website offers.'),
      (5, 'The same product is listed already.'),
      (6, 'Advertising or a link list rather than a product.')
    ) usual (position, text)
    where not exists (select 1 from review_reasons)`);
}
