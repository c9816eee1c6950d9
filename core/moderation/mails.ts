// What moderators decided, as mails to reporters and to owners who appealed.

import { config } from '../kernel/config.js';
import type { Mails } from '../kernel/outbox.js';
import { currentSite } from '../site/current.js';

interface Written {
  subject: string;
  text: string;
}

const OUTCOMES = {
  upheld: 'We agree, and the listing is no longer public.',
  dismissed: 'We have looked at it and left the listing as it is.',
  deleted: 'The listing has been deleted.',
};

/** To somebody who reported a listing and left an address. */
export async function writeReportMail(
  _nobody: unknown,
  [about]: readonly Mails['report-closed'][],
): Promise<Written | null> {
  if (!about) return null;
  return {
    subject: `Your report about “${about.name}”`,
    text: `Hello,\n\nyou reported “${about.name}” at ${currentSite().name}. ${OUTCOMES[about.outcome]}\n\nThank you for your help.\n`,
  };
}

/** To the owner of a listing that stays rejected. */
export async function writeAppealMail(
  owner: { name: string },
  [about]: readonly Mails['appeal-denied'][],
): Promise<Written | null> {
  if (!about) return null;
  const paragraphs = [
    `Hello ${owner.name},`,
    `you asked for another look at “${about.name}” (${about.address}). The team of ${currentSite().name} has looked again, and it stays rejected.`,
    ...(about.answer ? [`Reason: ${about.answer}`] : []),
    `What may be listed: ${config.publicUrl}/policy`,
  ];
  return { subject: `“${about.name}” stays rejected`, text: `${paragraphs.join('\n\n')}\n` };
}
