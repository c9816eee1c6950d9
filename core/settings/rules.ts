import { type FieldError, invalidField, type Said, say } from '../kernel/errors.js';
import { parseUrl } from '../kernel/text/parse-url.js';
import { isOwnMedia, toStoredAddress } from '../pictures/media.js';
import { isTimeZone } from './dates.js';
import type { FactDefinition } from './fact-schema.js';
import { isChoice, isFilter, isOpen, reservedFactKeys } from './facts.js';
import { AUTO_LANGUAGE, type DirectoryCategory, PICTURE_FIELDS, type SettingsPatch } from './schema.js';
import { MAX_SYNONYM_WORDS, readSynonymLine } from './synonyms.js';
import { catalogues, findMailProblems, usualName } from './texts.js';

export const problem = (field: string, rule: string | Said, path = `/${field}`): FieldError =>
  invalidField({ field, path, code: 'not_allowed' }, rule);

/** Checks rules that a schema cannot express. */
export function findProblems(patch: SettingsPatch): FieldError[] {
  const problems: FieldError[] = [];
  const notSynonyms = `must be words = words, or words > words, each at most ${MAX_SYNONYM_WORDS}`;
  for (const field of ['announcement_url', 'contact_url'] as const)
    if (patch[field] && !isSafeLink(patch[field])) problems.push(problem(field, say('invalid.link')));
  for (const field of ['header_links', 'footer_links'] as const) {
    patch[field]?.forEach(({ url }, index) => {
      const path = `/${field}/${index}/url`;
      const isAgain = patch[field]?.findIndex((other) => other.url === url) !== index;
      if (!isSafeLink(url)) problems.push(problem(field, say('invalid.link'), path));
      else if (isAgain) problems.push(problem(field, say('invalid.link-twice', { url }), path));
    });
  }
  patch.synonyms?.forEach((synonyms, index) => {
    if (!readSynonymLine(synonyms)) problems.push(problem('synonyms', notSynonyms, `/synonyms/${index}`));
  });
  for (const field of PICTURE_FIELDS) {
    if (patch[field] && !isOwnMedia(toStoredAddress(patch[field])))
      problems.push(problem(field, 'must be a picture that was uploaded here'));
  }
  problems.push(...findCategoryProblems(patch.categories ?? []));
  problems.push(...findFactProblems(patch.facts ?? []));
  problems.push(...findMailProblems(patch.mail_texts ?? []));
  const language = firstRepeated(patch.things?.map((thing) => thing.language) ?? []);
  if (language) problems.push(problem('things', `names ${language} twice`));
  const slug = firstRepeated(patch.pages?.map((page) => page.slug) ?? []);
  if (slug) problems.push(problem('pages', `has two pages with the address ${slug}`));
  if (patch.language && patch.language !== AUTO_LANGUAGE && !catalogues().languages.has(patch.language)) {
    const known = [...catalogues().languages.keys()].join(', ');
    problems.push(problem('language', `must be ${AUTO_LANGUAGE}, or a language of the interface: ${known}`));
  }
  if (patch.time_zone && !isTimeZone(patch.time_zone))
    problems.push(problem('time_zone', 'must be an IANA time zone, such as Europe/Berlin'));
  return problems;
}

/** Values and aliases are unique, every category has a name, and no two visible categories share a name. */
function findCategoryProblems(categories: readonly DirectoryCategory[]): FieldError[] {
  const problems: FieldError[] = [];
  const twice = firstRepeated(categories.flatMap(({ value, aliases }) => [value, ...(aliases ?? [])]));
  if (twice) problems.push(problem('categories', `names ${twice} twice`));
  const names = categories.map(({ value, label }) => (label ?? usualName(value) ?? '').toLowerCase());
  const name = firstRepeated(names.filter((one, index) => one !== '' && !categories[index]?.hidden));
  if (name) problems.push(problem('categories', `has two categories called ${name}`));
  const unnamed = names.indexOf('');
  if (unnamed >= 0) problems.push(problem('categories', 'needs a name', `/categories/${unnamed}/label`));
  return problems;
}

/** Keys are unique and no field's name, a closed choice has options, and facts for staff have no pages. */
function findFactProblems(facts: readonly FactDefinition[]): FieldError[] {
  const twice = firstRepeated(facts.map(({ key }) => key));
  const problems = twice ? [problem('facts', `names ${twice} twice`)] : [];
  for (const [index, fact] of facts.entries()) {
    const path = `/facts/${index}`;
    if (reservedFactKeys.has(fact.key))
      problems.push(problem('facts', `has the name of a field: ${fact.key}`, `${path}/key`));
    if (!isChoice(fact) && (fact.options?.length || fact.open))
      problems.push(problem('facts', 'has options only for choice and choices', `${path}/options`));
    if (isChoice(fact) && !isOpen(fact) && !fact.options?.length)
      problems.push(problem('facts', 'needs options, or open: true', `${path}/options`));
    if (fact.pages && !isChoice(fact) && fact.type !== 'yes_no')
      problems.push(problem('facts', 'has pages only for choice, choices and yes_no', `${path}/pages`));
    if (fact.staff && isFilter(fact))
      problems.push(problem('facts', 'cannot be a filter where it is for staff only', `${path}/staff`));
  }
  return problems;
}

function firstRepeated(values: readonly string[]): string | undefined {
  return values.find((value, index) => values.indexOf(value) !== index);
}

const MAIL = /^mailto:[^\s@?&]+@[^\s@?&]+$/i;

/** Whether it is a path of this directory, an http(s) address or a `mailto:` address without parameters. */
export function isSafeLink(address: string): boolean {
  // Browsers parse // and /\ as the start of a host.
  if (/^[/#]/.test(address)) return !/^\/[/\\]/.test(address);
  return MAIL.test(address) || (/^https?:\/\//i.test(address) && parseUrl(address) !== null);
}
