// A form that came too late: its session had ended, or its token was another session's. What was typed is not
// lost: it waits, hidden, in the page that says so, and is sent again from there.
import { safeNext, type Visit } from '../view/visit.js';
import { EMPTY_FORM, isSecretField, readFields, sendForm } from './form.js';

export interface HeldForm {
  /** The path it was sent to. */
  readonly action: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
}

/** More than any form of ours holds; a page that carries more is of no use to anyone. */
const MAX_HELD_LENGTH = 100_000;

/** What was typed into the form of this request, without secrets and files; null when it cannot be kept. */
export async function holdForm(visit: Visit): Promise<HeldForm | null> {
  const { req, res } = visit;
  const values =
    req.body === undefined
      ? await readFields(req, res).then(
          (form) => form.values,
          () => null,
        )
      : visit.values;
  if (values === null) return null;
  const fields = Object.entries(values).flatMap(([name, value]) =>
    isSecretField(name) ? [] : [value ?? []].flat().map((one) => [name, String(one)] as const),
  );
  const held = { action: req.originalUrl, fields };
  return JSON.stringify(held).length > MAX_HELD_LENGTH ? null : held;
}

/** A held form as it comes back from the page that carried it; null when there is none. */
export function readHeld(text: string): HeldForm | null {
  try {
    const { action, fields } = JSON.parse(text);
    const path = safeNext(action, '');
    return path
      ? { action: path, fields: fields.map(([name, value]: unknown[]) => [`${name}`, `${value}`]) }
      : null;
  } catch {
    return null;
  }
}

/** The page that sends a held form again, with the token it needs now. */
export function sendHeld(
  visit: Visit,
  held: HeldForm,
  { heading, text }: { heading: string; text: string },
  status: number,
): Promise<void> {
  return sendForm(
    visit,
    'errors/held',
    { head: { title: heading }, held, heading, text },
    { ...EMPTY_FORM, status },
  );
}
