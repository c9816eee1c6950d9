// A pasted web address: the listing of that page, else those of its host.
import { displayHost, readProductUrl } from '../addresses/site.js';
import { DomainError } from '../kernel/errors.js';
import { PRESENTED_SELECT, type PresentedRow } from '../listings/present.js';
import { isShared } from '../listings/search-document.js';
import { Bindings, runSearch } from './statement.js';

/** Listings of one host, at most. */
const MOST = 50;

/**
 * Live listings of an address, the one of that very page first.
 * @param required a tsquery that each must meet, or null
 */
export async function findByAddress(address: URL, required: string | null): Promise<PresentedRow[]> {
  const key = urlKeyOf(address);
  if (key === null) return [];
  const host = displayHost(address.href);
  const bindings = new Bindings();
  const exact = `select id from listings where status = 'live' and url_key = ${bindings.bind(key, 'text')}`;
  const ofHost = isShared(host)
    ? 'false'
    : `live and search @@ ${bindings.query(`'/${host.replace(/['\\]/g, '')}'`)}`;
  const sql = `
    with exact as (${exact}), of_host as (select id from listing_search where ${ofHost} limit ${MOST})
    select ${PRESENTED_SELECT} from (select id from exact union select id from of_host) as found
      join listing_search s using (id) join listings using (id)
    ${required === null ? '' : `where s.search @@ ${bindings.query(required)}`}
    order by s.id in (select id from exact) desc, s.published_at desc, s.id desc limit ${MOST}`;
  return runSearch<PresentedRow>(sql, bindings.values);
}

/** Anything with a dot may have been typed: node.js is no address of a public page, and no mistake. */
function urlKeyOf(address: URL): string | null {
  try {
    return readProductUrl(address.href).urlKey;
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}
