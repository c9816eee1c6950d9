// Mails about listings that change hands by proof.
import type { UserModel } from '../../db/models/user.js';
import { config } from '../kernel/config.js';
import type { Mails } from '../kernel/outbox.js';
import { toUnlinkedText } from '../kernel/person-name.js';
import { currentSite } from '../site/current.js';

interface Written {
  subject: string;
  text: string;
}

/** To who owned the listing before. */
export async function writeClaimMail(
  owner: UserModel,
  [about]: readonly Mails['listing-claimed'][],
): Promise<Written | null> {
  if (!about) return null;
  const name = toUnlinkedText(about.name);
  const paragraphs = [
    `Hello ${toUnlinkedText(owner.name)},`,
    `“${name}” (${about.address}) was listed by you at ${currentSite().name}. Somebody has proven to control its website, and manages the listing from now on.`,
    'If the website is yours, prove it the same way on the page of the listing, or write to the operators: they can undo this.',
  ];
  return {
    subject: `“${name}” was claimed by the owner of its website`,
    text: `${paragraphs.join('\n\n')}\n`,
  };
}

/** To both sides of a claim that an admin has undone. */
export async function writeUndoneMail(
  reader: UserModel,
  [about]: readonly Mails['claim-undone'][],
): Promise<Written | null> {
  if (!about) return null;
  const name = toUnlinkedText(about.name);
  const whose = about.isYours ? 'It is yours.' : 'It is no longer yours.';
  const paragraphs = [
    `Hello ${toUnlinkedText(reader.name)},`,
    `the team of ${currentSite().name} has undone the claim to “${name}” (${about.address}). ${whose}`,
    ...(about.reason ? [`Reason: ${about.reason}`] : []),
    `Your listings: ${config.publicUrl}/account`,
  ];
  return { subject: `The claim to “${name}” was undone`, text: `${paragraphs.join('\n\n')}\n` };
}
