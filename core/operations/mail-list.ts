// All emails: who writes each, which texts of the catalogues it has, and examples for its preview.
import { UserModel } from '../../db/models/user.js';
import { writeEmailChangedMail, writeEmailChangeMail } from '../accounts/email-change.js';
import { writeFactorMail } from '../accounts/factor-mail.js';
import { writeLeakMail } from '../accounts/leaked-keys.js';
import { linkMail } from '../accounts/mail-tokens.js';
import { writeResetMail } from '../accounts/password-changes.js';
import { writeLiftMail, writeSuspensionMail } from '../accounts/suspension.js';
import { writeVerificationMail } from '../accounts/verification.js';
import { config } from '../kernel/config.js';
import type { MailKind, Mails } from '../kernel/outbox.js';
import { toUnlinkedText } from '../kernel/text/person-name.js';
import { writeSiteGoneMail } from '../listings/link-mail.js';
import { receivedText, writeModerationMail, writeReceivedMail } from '../listings/owner-mail.js';
import {
  confirmText,
  digestText,
  followedText,
  writeConfirmMail,
  writeDigestMail,
} from '../readers/digests.js';
import { composeMail, type MailText, mailLanguage, reasonInMail, sayInMail } from '../site/mail-text.js';
import { DELIVERY_DAYS } from '../webhooks/schema.js';

/** The text of an email to an account, merged from all of its batch; null if there is nothing left to send. */
type Writer<K extends MailKind> = (user: UserModel, data: readonly Mails[K][]) => Promise<MailText | null>;

export interface MailEntry<K extends MailKind> {
  readonly write: Writer<K>;
  /** Its group in the catalogues: `report` for `mail.report.subject`. */
  readonly texts: string;
  /** The data of examples; what only the sending knows is written by `preview`. */
  readonly examples: () => readonly Mails[K][];
  readonly preview?: (user: UserModel, example: Mails[K]) => MailText;
}

const link = (path: string) => `${config.publicUrl}${path}`;
const secret = (path: string) => link(`${path}?token=…`);
const EXAMPLE = { name: 'Lumen', slug: 'lumen' };
const shown = () => ({ name: EXAMPLE.name, address: link(`/listings/${EXAMPLE.slug}`) });
const exampleSearch = () => followedText(mailLanguage(), { category: 'finance' });
const reason = () => mailLanguage().t('console.review.ready.policy');

/** Writes an email about one listing, whose name is no link. */
function aboutOne<About extends { name: string }>(write: (reader: UserModel, about: About) => MailText) {
  return async (reader: UserModel, [about]: readonly About[]): Promise<MailText | null> =>
    about ? write(reader, { ...about, name: toUnlinkedText(about.name) }) : null;
}

export const MAILS: { readonly [K in MailKind]: MailEntry<K> } = {
  'listing-received': {
    write: writeReceivedMail,
    texts: 'received',
    examples: () => [{ id: 'live' }, { id: 'pending' }],
    preview: (user, { id }) => receivedText(user, [{ ...EXAMPLE, status: id as 'live' | 'pending' }]),
  },
  'listing-moderated': {
    write: writeModerationMail,
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
    texts: 'appeal-denied',
    examples: () => [{ ...shown(), answer: reason() }],
  },
  'report-closed': {
    write: aboutOne((_nobody, { name, outcome }) =>
      composeMail(null, sayInMail('mail.report.subject', { name }), [
        sayInMail('mail.report.text', { name, outcome }),
        // The owner deleted the listing: the report was not decided.
        outcome === 'withdrawn' ? null : sayInMail('mail.report.thanks'),
      ]),
    ),
    texts: 'report',
    examples: () =>
      (['upheld', 'dismissed', 'deleted', 'withdrawn'] as const).map((outcome) => ({
        name: EXAMPLE.name,
        outcome,
      })),
  },
  'site-gone': {
    write: writeSiteGoneMail,
    texts: 'site-gone',
    examples: () => {
      const gone = { name: EXAMPLE.name, website: 'https://lumen.example', edit: link('/account') };
      return [
        { ...gone, status: 'unreachable', detail: 'It answers 404.' },
        { ...gone, status: 'parked', detail: '' },
      ];
    },
  },
  'follow-confirm': {
    write: writeConfirmMail,
    texts: 'follow-confirm',
    examples: () => [{ id: '…' }],
    preview: (_user, { id }) => confirmText(exampleSearch(), id),
  },
  'follow-digest': {
    write: writeDigestMail,
    texts: 'follow-digest',
    examples: () => [{ sections: [] }],
    preview: () => digestText([{ id: '…', what: exampleSearch(), items: [{ ...EXAMPLE, tagline: '…' }] }]),
  },
  'listing-claimed': {
    write: aboutOne((owner, { name, address }) =>
      composeMail(owner.name, sayInMail('mail.claimed.subject', { name }), [
        sayInMail('mail.claimed.text', { name, address }),
        sayInMail('mail.claimed.next'),
      ]),
    ),
    texts: 'claimed',
    examples: () => [shown()],
  },
  'claim-undone': {
    write: aboutOne((reader, { name, address, isYours, reason: why }) =>
      composeMail(reader.name, sayInMail('mail.claim-undone.subject', { name }), [
        sayInMail('mail.claim-undone.text', { name, address, isYours: String(isYours) }),
        reasonInMail(why),
        sayInMail('mail.your-listings', { link: link('/account') }),
      ]),
    ),
    texts: 'claim-undone',
    examples: () => [true, false].map((isYours) => ({ ...shown(), isYours, reason: reason() })),
  },
  'verify-email': {
    write: writeVerificationMail,
    texts: 'verify',
    examples: () => [{ redirect: null }],
    preview: (user) => linkMail('verify', user, secret('/verify-email')),
  },
  'reset-password': {
    write: writeResetMail,
    texts: 'reset',
    examples: () => [{ link: secret('/reset-password') }],
    preview: (user, example) => linkMail('reset', user, example.link),
  },
  'change-email': {
    write: writeEmailChangeMail,
    texts: 'new-email',
    examples: () => [{ email: 'ada@example.com', redirect: null }],
    preview: (user) => linkMail('new-email', user, secret('/account/email')),
  },
  'email-changed': { write: writeEmailChangedMail, texts: 'old-email', examples: () => [{ name: 'Ada' }] },
  'second-factor': {
    write: writeFactorMail,
    texts: 'second-factor',
    examples: () => [
      { change: 'added', factor: 'app', name: null },
      { change: 'removed', factor: 'passkey', name: 'Ada’s laptop' },
      { change: 'removed', factor: 'all', name: null },
    ],
  },
  'key-leaked': {
    write: writeLeakMail,
    texts: 'leaked',
    examples: () => [{ name: 'CI', prefix: 'dir_4f8a1b2c' }],
  },
  'webhook-paused': {
    write: async (_owner, [about]) => {
      if (!about) return null;
      const { host, reason: found } = about;
      return composeMail(null, sayInMail('mail.webhook.subject', { host }), [
        sayInMail('mail.webhook.text', { host, reason: mailLanguage().retell('webhook-found', found) }),
        sayInMail('mail.webhook.next', { days: DELIVERY_DAYS, link: link('/account/webhooks') }),
      ]);
    },
    texts: 'webhook',
    examples: () => [{ host: 'hooks.example', reason: 'It answered with 410: it is gone.' }],
  },
  'account-suspended': {
    write: writeSuspensionMail,
    texts: 'suspended',
    examples: () => [{ reason: reason(), until: null }],
  },
  'suspension-lifted': {
    write: writeLiftMail,
    texts: 'suspension-lifted',
    examples: () => [{ reason: reason() }],
  },
};

/** Each example of an email as it would be sent, in order. */
export async function previewMail<K extends MailKind>(kind: K): Promise<MailText[]> {
  const { write, preview, examples } = MAILS[kind] as MailEntry<K>;
  const reader = UserModel.fromJson({ name: 'Ada', email: 'ada@example.com' }, { skipValidation: true });
  // Suspended accounts get only the email about their suspension.
  reader.suspendedAt = kind === 'account-suspended' ? new Date() : null;
  reader.suspendedUntil = null;
  const texts: MailText[] = [];
  for (const example of examples()) {
    const text = preview ? preview(reader, example) : await write(reader, [example]);
    if (text) texts.push(text);
  }
  return texts;
}
