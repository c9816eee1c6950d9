// Holds a form whose session has expired, or whose token belongs to another session. Its values are not lost: the
// sign-in page carries them as a hidden field, and after that a page sends them again by a button.
import { safeNext, type Visit } from '../view/visit.js';
import { EMPTY_FORM, isSecretField, readFields, sendForm } from './form.js';

export interface HeldForm {
  readonly action: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
}

/** Larger than any of our forms; longer input is not held. */
const MAX_HELD_LENGTH = 100_000;

/** The values of this request's form, without secrets, and with the names of files; null if they cannot be held. */
export async function holdForm(visit: Visit): Promise<HeldForm | null> {
  const { req, res } = visit;
  const values =
    req.body === undefined
      ? await readFields(req, res, []).then(
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

/** The held form that a page carried; null if there is none. */
export function readHeld(text: string): HeldForm | null {
  if (text.length > MAX_HELD_LENGTH) return null;
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

/** The page that submits a held form again with a fresh token. */
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
