// What all pages of the console share: their frame, their sections, and how they are sent.
import { type Actor, may, type Right } from '../../../core/kernel/actor.js';
import { countWaiting } from '../../../core/moderation/reviews.js';
import type { Exchange } from '../../http/exchange.js';
import { EMPTY_FORM, type FormState, sendForm } from '../route.js';
import type { PageHead } from '../view/page.js';
import { accountOf } from '../view/visit.js';
import { consoleWords } from './labels.js';

/** Without console rights every address answers with the same page, which reveals nothing. */
export async function refuseConsole(visit: Exchange): Promise<void> {
  const { t } = visit.language;
  const account = accountOf(visit);
  const isAwaited = account?.awaitsTwoFactor === true;
  const heading = t(isAwaited ? 'security.required' : 'error-page.console');
  const frame = may(visit.actor, 'desk') ? await frameOf(visit, null) : null;
  const data = {
    head: { title: heading, robots: 'noindex', ...(frame ? CONSOLE_ASSETS : {}) },
    // Not the real path: the header would mark the current section.
    path: '',
    status: 403,
    heading,
    text: isAwaited
      ? t('error.two-factor-required')
      : t('error-page.console-text', { email: account?.email ?? '' }),
    console: frame,
    links: [
      ...(isAwaited ? [['/account/security', t('security.set-up-link')]] : []),
      ['/listings', t('browse.browse-all')],
    ],
    requestId: visit.id,
  };
  await sendForm(visit, 'errors/error', data, { ...EMPTY_FORM, status: 403 });
}

/** The sections of the console in their groups, and the right that each needs. */
const SECTIONS = {
  work: {
    overview: 'desk',
    review: 'desk',
    listings: 'listings',
    takedowns: 'listings',
    users: 'people',
    stats: 'stats',
  },
  site: { site: 'admin', catalog: 'admin', policy: 'admin' },
  machine: { queue: 'admin', status: 'admin', audit: 'admin' },
} as const satisfies Record<string, Record<string, Right>>;

type Groups = typeof SECTIONS;
export type Section = { [Group in keyof Groups]: keyof Groups[Group] }[keyof Groups];

const RIGHT_OF = Object.assign({}, ...Object.values(SECTIONS)) as Record<Section, Right>;
const GROUPS = Object.entries(SECTIONS).map(([name, sections]) => ({
  name,
  sections: Object.keys(sections) as Section[],
}));

export const rightOf = (section: Section): Right => RIGHT_OF[section];

function sectionAt(path: string): Section | null {
  const name = path.split('/')[2] ?? '';
  return Object.hasOwn(RIGHT_OF, name) ? (name as Section) : null;
}

/** The groups of sections, with those that somebody may enter. */
export function sectionsOf(actor: Actor): typeof GROUPS {
  const groups = GROUPS.map(({ name, sections }) => ({
    name,
    sections: sections.filter((section) => may(actor, rightOf(section))),
  }));
  return groups.filter(({ sections }) => sections.length > 0);
}

interface ConsoleData {
  /** By default that of the address: /admin/{section}/… */
  readonly section?: Section;
  /** By default titled by the section. */
  readonly head?: PageHead;
  readonly [name: string]: unknown;
}

/** What frames the pages of the console: the sections that the visitor may enter, and how much waits at the desk. */
export async function frameOf({ actor }: Exchange, section: Section | null) {
  return { section, waiting: await countWaiting(actor), groups: sectionsOf(actor) };
}

export const CONSOLE_ASSETS = { styles: ['admin.css'], scripts: ['admin.js'] };

/** Sends a page of the console, with a token for its forms. */
export async function sendConsole(
  visit: Exchange,
  template: string,
  data: ConsoleData,
  form: FormState = EMPTY_FORM,
): Promise<void> {
  const section = data.section ?? sectionAt(visit.req.path);
  const head = data.head ?? { title: visit.language.t(`console.section.${section ?? 'overview'}`) };
  const shared = {
    head: { ...CONSOLE_ASSETS, ...head },
    console: await frameOf(visit, section),
    may: (right: Right) => may(visit.actor, right),
    words: consoleWords(visit.language),
  };
  await sendForm(visit, `admin/${template}`, { ...data, ...shared }, form);
}
