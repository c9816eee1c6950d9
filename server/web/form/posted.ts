// Routes of forms and buttons.
import type { PageRoute } from '../route.js';
import type { FormValues, Visit } from '../view/visit.js';
import { type FormState, listOf, runForm, textOf } from './form.js';
import type { FormField } from './form-fields.js';

type Input = Record<string, unknown>;

interface Posted<Typed extends Input> extends Pick<PageRoute, 'path' | 'access' | 'limits' | 'hasNoToken'> {
  /** Its fields; `read` returns what was typed in them, as the schema names it. */
  readonly fields?: readonly FormField[];
  readonly read?: (values: FormValues) => Typed;
  readonly run: (visit: Visit, typed: Typed) => unknown;
  /** Where it leads; without it, `run` answers. */
  readonly to?: string;
  /** Shows the form again, with what was typed and what is wrong with it; without it, errors have pages of their own. */
  readonly again?: (visit: Visit, form: FormState, error: unknown) => Promise<void>;
}

export function posted<Typed extends Input = Record<string, string & string[]>>({
  fields = [],
  read,
  run,
  to,
  again,
  ...route
}: Posted<Typed>): PageRoute {
  return {
    ...route,
    method: 'post',
    isShownAgain: again !== undefined,
    run: async (visit) => {
      const typed = read ? read(visit.values) : (typedIn(visit.values, fields) as Typed);
      const act = async () => {
        await run(visit, typed);
        if (to !== undefined) visit.res.redirect(303, to);
      };
      await (again ? runForm(visit, typed, act, (form, error) => again(visit, form, error)) : act());
    },
  };
}

/** What was typed in these fields. */
export function typedIn(values: FormValues, fields: readonly FormField[]): Record<string, string | string[]> {
  return Object.fromEntries(
    fields.map(({ name, maxItems }) => [
      name,
      maxItems === null ? textOf(values, name) : listOf(values, name),
    ]),
  );
}
