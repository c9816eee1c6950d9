// A pasted web address: the listing of that page, else those of its host.
import { displayHost, readProductUrl } from '../addresses/site.js';
import { DomainError } from '../kernel/errors.js';
import { PRESENTED_SELECT, type PresentedRow } from '../listings/present.js';
import { isShared } from '../listings/search-document.js';
import { Bindings, runSearch } from './statement.js';

/** Maximum listings of one host. */
const MAX_LISTINGS = 50;

/** Live listings of an address, the one of that exact page first. */
export async function findByAddress(address: URL): Promise<PresentedRow[]> {
  const key = urlKeyOf(address);
  if (key === null) return [];
  const host = displayHost(address.href);
  const bindings = new Bindings();
  const exact = `select id from listings where status = 'live' and url_key = ${bindings.bind(key, 'text')}`;
  const ofHost = isShared(host)
    ? 'false'
    : `live and search @@ ${bindings.query(`'/${host.replace(/['\\]/g, '')}'`)}`;
  const sql = `
    with exact as (${exact}), of_host as (select id from listing_search where ${ofHost} limit ${MAX_LISTINGS})
    select ${PRESENTED_SELECT} from (select id from exact union select id from of_host) as found
      join listings using (id)
    order by id in (select id from exact) desc, published_at desc, id desc limit ${MAX_LISTINGS}`;
  return runSearch<PresentedRow>(sql, bindings.values);
}

/** Anything with a dot may have been typed: node.js is not the address of a public page, and not an error. */
function urlKeyOf(address: URL): string | null {
  try {
    return readProductUrl(address.href).urlKey;
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}
