// Names of people appear in emails and on pages, where programs turn anything that looks like an address into a link.
import { parse } from 'tldts';

/** Titles written without a blank: `Dr.med.` is not a host name, though .med is a top-level domain. */
const TITLES = /^(?:(?:prof|dr|dipl|mag|st)\.)+/i;

/** Whether a text contains a web or email address, also with look-alikes of a dot. */
export function hasWebAddress(text: string): boolean {
  const plain = text
    .normalize('NFKC')
    .replace(/[\p{Cf}]/gu, '')
    .replace(/[。․]/g, '.');
  if (/:\/\/|\bwww\./i.test(plain)) return true;
  return plain.split(/[\s"'()<>[\]{},;:/\\|@]+/).some((part) => {
    const host = part.replace(/^[^\p{L}\p{N}]+|(?<=[\p{L}\p{N}])[^\p{L}\p{N}]+$/gu, '').replace(TITLES, '');
    if (!host.includes('.')) return false;
    const { domain, isIcann } = parse(host);
    return domain !== null && isIcann === true;
  });
}

/** A name as text that no email program turns into a link: zero-width spaces interrupt anything like an address. */
export function toUnlinkedText(name: string): string {
  return name.replace(/[.:/@。](?=\S)/g, '$&\u200b');
}
