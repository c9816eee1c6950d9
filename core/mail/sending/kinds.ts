// All emails: their writers, texts in the catalogues, and examples for a preview.
import type { UserModel } from '../../../db/models/accounts.js';
import { isSuspended } from '../../accounts/credentials.js';
import { linkMail, writeLinkMail } from '../../accounts/mail-tokens.js';
import { writeSourceMail } from '../../import/sources.js';
import { config } from '../../kernel/config.js';
import { say } from '../../kernel/errors.js';
import { toUnlinkedText } from '../../kernel/text/readable.js';
import * as ownerMail from '../../listings/owner-mail.js';
import { writeAppealMail, writeDeskMail } from '../../moderation/team-news.js';
import * as digests from '../../readers/digests.js';
import { currentSettings } from '../../settings/current.js';
import { formatTime } from '../../settings/dates.js';
import { DELIVERY_DAYS } from '../../webhooks/schema.js';
import type { MailKind, Mails } from '../outbox.js';
import { composeMail, findingInMail, type MailText, mailLanguage, reasonInMail, sayInMail } from '../text.js';
import { type InboxRule, PLAIN, TYPED, UNLESS_PROVEN } from './gate.js';

/** Writes one email to an account from all data of its batch; null if nothing is left to send. */
type Writer<K extends MailKind> = (user: UserModel, data: readonly Mails[K][]) => Promise<MailText | null>;

export interface MailEntry<K extends MailKind> {
  readonly write: Writer<K>;
  /** What an unverified inbox gets; by default a notice, in place of an email that quotes somebody. */
  readonly inbox?: InboxRule<K>;
  /** Anyone can request it for someone else's inbox: each account gets one in five minutes. */
  readonly isLimited?: true;
  /** The group in the catalogues, `report` for `mail.report.subject`; by default the kind. */
  readonly texts?: string;
  /** The data of examples; `preview` renders them if `write` needs rows that only a real email has. */
  readonly examples: () => readonly Mails[K][];
  readonly preview?: (user: UserModel, example: Mails[K]) => MailText;
}

const link = (path: string) => `${config.publicUrl}${path}`;
const secret = (path: string) => link(`${path}?token=…`);
const REPORT_OUTCOMES = ['upheld', 'dismissed', 'fixed', 'deleted', 'withdrawn'] as const;
const EXAMPLE = { name: 'Lumen', slug: 'lumen' };
const shown = () => ({ name: EXAMPLE.name, address: link(`/listings/${EXAMPLE.slug}`) });
const exampleSearch = () => digests.followedText(mailLanguage(), { category: 'finance' });
const reason = () => mailLanguage().t('console.review.ready.policy');

type WriteOne<About> = (reader: UserModel, about: About) => MailText | null;

/** Writes an email that is never merged with others. */
const once =
  <About>(write: WriteOne<About>) =>
  async (reader: UserModel, [about]: readonly About[]) =>
    about ? write(reader, about) : null;

/** Writes an email about one listing, whose name must not become a link. */
const aboutOne = <About extends { name: string }>(write: WriteOne<About>) =>
  once<About>((reader, about) => write(reader, { ...about, name: toUnlinkedText(about.name) }));

export const MAILS: { readonly [K in MailKind]: MailEntry<K> } = {
  'listing-received': {
    write: ownerMail.writeReceivedMail,
    texts: 'received',
    examples: () => [{ id: 'live' }, { id: 'pending' }],
    preview: (user, { id }) =>
      ownerMail.receivedText(user, [{ ...EXAMPLE, status: id as 'live' | 'pending' }]),
  },
  'listing-moderated': {
    write: ownerMail.writeModerationMail,
    texts: 'moderated',
    examples: () =>
      (['reject', 'approve', 'hold', 'archive', 'restore', 'delete'] as const).map((action) => ({
        action,
        reason: reason(),
        ...shown(),
        slug: EXAMPLE.slug,
        isLive: true,
      })),
  },
  'appeal-denied': {
    write: aboutOne((owner, { name, address, answer }) =>
      composeMail(owner.name, sayInMail('mail.appeal-denied.subject', { name }), [
        sayInMail('mail.appeal-denied.text', { name, address }),
        reasonInMail(answer),
        sayInMail('mail.what-may-be-listed', { link: link('/policy') }),
      ]),
    ),
    examples: () => [{ ...shown(), answer: reason() }],
  },
  'report-closed': {
    inbox: UNLESS_PROVEN,
    write: aboutOne((_nobody, { name, outcome }) =>
      composeMail(null, sayInMail('mail.report.subject', { name }), [
        sayInMail('mail.report.text', { name, outcome }),
        // The owner deleted the listing: the report was not decided.
        outcome === 'withdrawn' ? null : sayInMail('mail.report.thanks'),
      ]),
    ),
    texts: 'report',
    examples: () => REPORT_OUTCOMES.map((outcome) => ({ ...EXAMPLE, outcome })),
  },
  'site-gone': {
    write: ownerMail.writeSiteGoneMail,
    examples: () => {
      const gone = { name: EXAMPLE.name, website: 'https://lumen.example', edit: link('/account') };
      return [
        { ...gone, status: 'unreachable', detail: say('link-found.status', { status: 404 }) },
        { ...gone, status: 'parked', detail: say('link-found.parked-script') },
      ];
    },
  },
  'follow-confirm': {
    inbox: TYPED,
    write: digests.writeConfirmMail,
    examples: () => [{ id: '…' }],
    preview: (_user, { id }) => digests.confirmText(exampleSearch(), id),
  },
  'follow-digest': {
    // The reader confirmed these follows by an emailed link.
    inbox: { isProven: () => true, unproven: 'nameless' },
    write: digests.writeDigestMail,
    examples: () => [{ sections: [] }],
    preview: () =>
      digests.digestText([{ id: '…', what: exampleSearch(), items: [{ ...EXAMPLE, tagline: '…' }] }]),
  },
  'listing-claimed': {
    write: aboutOne((reader, { name, address, isYours = false }) =>
      composeMail(reader.name, sayInMail('mail.claimed.subject', { name, isYours: String(isYours) }), [
        sayInMail('mail.claimed.text', { name, address, isYours: String(isYours) }),
        isYours
          ? sayInMail('mail.your-listings', { link: link('/account') })
          : sayInMail('mail.claimed.next'),
      ]),
    ),
    texts: 'claimed',
    examples: () => [false, true].map((isYours) => ({ ...shown(), isYours })),
  },
  'claim-undone': {
    write: aboutOne((reader, { name, address, isYours, reason: why }) =>
      composeMail(reader.name, sayInMail('mail.claim-undone.subject', { name }), [
        sayInMail('mail.claim-undone.text', { name, address, isYours: String(isYours) }),
        reasonInMail(why),
        sayInMail('mail.your-listings', { link: link('/account') }),
      ]),
    ),
    examples: () => [true, false].map((isYours) => ({ ...shown(), isYours, reason: reason() })),
  },
  'desk-waiting': {
    inbox: PLAIN,
    write: once(writeDeskMail),
    texts: 'desk',
    examples: () => [{ count: 3, days: 2 }],
  },
  'desk-appeal': { write: once(writeAppealMail), examples: () => [EXAMPLE] },
  'source-read': {
    write: once(writeSourceMail),
    texts: 'source',
    examples: () => [
      { id: '…', source: link('/…'), counts: { created: 3, removed: 1 }, gone: 'archive', isWhole: true },
    ],
  },
  'verify-email': {
    inbox: PLAIN,
    isLimited: true,
    write: async (user, [about]) =>
      user.emailVerified ? null : writeLinkMail('verify', user, '/verify-email', about),
    texts: 'verify',
    examples: () => [{ redirect: null }],
    preview: (user) => linkMail('verify', user, secret('/verify-email')),
  },
  'reset-password': {
    inbox: PLAIN,
    isLimited: true,
    write: async (user, [about]) =>
      about && config.passwordReset ? writeLinkMail('reset', user, about.link) : null,
    texts: 'reset',
    examples: () => [{ link: secret('/reset-password') }],
    preview: (user, example) => linkMail('reset', user, example.link),
  },
  'change-email': {
    inbox: TYPED,
    write: async (user, [about]) =>
      about && about.email === user.pendingEmail
        ? writeLinkMail('new-email', user, '/account/email', { redirect: about.redirect, inbox: about.email })
        : null,
    texts: 'new-email',
    examples: () => [{ email: 'ada@example.com', redirect: null }],
    preview: (user) => linkMail('new-email', user, secret('/account/email')),
  },
  'email-changed': {
    inbox: { isProven: (_to, { wasProven }) => wasProven ?? true, unproven: 'nameless' },
    write: once((_nobody, { name }) =>
      composeMail(name, sayInMail('mail.old-email.subject'), [
        sayInMail('mail.old-email.text'),
        sayInMail('mail.old-email.help', {
          contact: currentSettings().contact_email ?? 'none',
          address: config.publicUrl,
        }),
      ]),
    ),
    texts: 'old-email',
    examples: () => [{ name: 'Ada', wasProven: true }],
  },
  'second-factor': {
    write: once((user, { change, factor, name: given }) => {
      const name = given === null ? 'none' : toUnlinkedText(given);
      return composeMail(user.name, sayInMail('mail.second-factor.subject', { change }), [
        sayInMail('mail.second-factor.text', { change, factor, name, email: user.email }),
        sayInMail('mail.second-factor.help', { link: link('/account/security') }),
      ]);
    }),
    examples: () => [
      { change: 'added', factor: 'app', name: null },
      { change: 'removed', factor: 'passkey', name: 'Ada’s laptop' },
      { change: 'removed', factor: 'all', name: null },
    ],
  },
  'key-leaked': {
    isLimited: true,
    write: once(({ email }, { name, prefix }) => {
      const key = name ? `${sayInMail('browse.quoted', { query: name })} (${prefix}…)` : `${prefix}…`;
      return composeMail(null, sayInMail('mail.leaked.subject'), [
        sayInMail('mail.leaked.text', { key, email }),
        sayInMail('mail.leaked.next', { link: link('/account/keys') }),
      ]);
    }),
    texts: 'leaked',
    examples: () => [{ name: 'CI', prefix: 'dir_4f8a1b2c' }],
  },
  'webhook-paused': {
    write: once((_owner, { host, reason: found }) =>
      composeMail(null, sayInMail('mail.webhook.subject', { host }), [
        sayInMail('mail.webhook.text', { host, reason: findingInMail(found) }),
        sayInMail('mail.webhook.next', { days: DELIVERY_DAYS, link: link('/account/webhooks') }),
      ]),
    ),
    texts: 'webhook',
    examples: () => [{ host: 'hooks.example', reason: say('webhook-found.gone') }],
  },
  'account-suspended': {
    inbox: PLAIN,
    write: once((user, { reason: why, until }) => {
      if (user.suspendedAt === null) return null;
      const end = until === null ? 'none' : formatTime(mailLanguage(), until);
      return composeMail(null, sayInMail('mail.suspended.subject'), [
        sayInMail('mail.suspended.text', { email: user.email, until: end }),
        reasonInMail(why),
        sayInMail('mail.suspended.meanwhile'),
      ]);
    }),
    texts: 'suspended',
    examples: () => [{ reason: reason(), until: null }],
  },
  'suspension-lifted': {
    inbox: PLAIN,
    write: once((user, { reason: why }) => {
      if (isSuspended(user)) return null;
      return composeMail(null, sayInMail('mail.suspension-lifted.subject'), [
        sayInMail('mail.suspension-lifted.text', { email: user.email }),
        reasonInMail(why),
        sayInMail('mail.suspension-lifted.listings'),
      ]);
    }),
    examples: () => [{ reason: reason() }],
  },
};
