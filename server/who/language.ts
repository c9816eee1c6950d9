// The language of a page: the site's if it is set, else the best match for the visitor's browser. All languages share
// one address.
import type { IncomingMessage } from 'node:http';
import accepts from 'accepts';
import type { Response } from 'express';
import type { Catalogues } from '../../core/languages/catalogues.js';
import type { Language } from '../../core/languages/language.js';
import { catalogues, english, fixedLanguage } from '../../core/site/languages.js';
import { Negotiated } from '../http/negotiation.js';

export function languageOf(req: IncomingMessage): Language {
  return fixedLanguage() ?? negotiate(req);
}

const known = new WeakMap<Catalogues, Negotiated<Language>>();

function negotiate(req: IncomingMessage): Language {
  const all = catalogues();
  const negotiated = known.get(all) ?? new Negotiated<Language>();
  known.set(all, negotiated);
  return negotiated.of(req.headers['accept-language'] ?? '', () => {
    // English comes first, so it is the default.
    const best = accepts(req).languages([...all.languages.keys()]);
    return (best === false ? undefined : all.languages.get(best)) ?? english();
  });
}

/** Sets Content-Language, and Vary if another browser would get another language. */
export function sendLanguage(res: Response, language: Language): void {
  res.set('Content-Language', language.tag);
  if (fixedLanguage() === null) res.vary('Accept-Language');
}
