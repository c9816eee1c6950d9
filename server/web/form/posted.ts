// Routes of forms and buttons.
import type { Exchange, FormValues } from '../../http/exchange.js';
import type { PageRoute } from '../route.js';
import { type FormState, listOf, runForm, textOf } from './form.js';
import type { FormField } from './form-fields.js';

type Input = Record<string, unknown>;

interface Posted<Typed extends Input>
  extends Pick<PageRoute, 'path' | 'access' | 'limits' | 'hasNoToken' | 'files'> {
  /** Its fields, by default all that are sent; `read` returns what was typed in them, as the schema names it. */
  readonly fields?: readonly FormField[];
  readonly read?: (values: FormValues) => Typed;
  /** What it does. It may return the address it leads to. */
  readonly run: (visit: Exchange, typed: Typed) => unknown;
  /** Where it leads; without any, `run` answers. */
  readonly to?: string | ((visit: Exchange) => string);
  /** Shows the form again, with what was typed and what is wrong with it; without it, errors have pages of their own. */
  readonly again?: (visit: Exchange, form: FormState, error: unknown) => Promise<unknown>;
}

export function posted<Typed extends Input = Record<string, string & string[]>>({
  fields,
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
      const typed = read
        ? read(visit.values)
        : ((fields ? typedIn(visit.values, fields) : visit.values) as Typed);
      const act = async () => {
        const result = await run(visit, typed);
        const address = typeof to === 'function' ? to(visit) : (to ?? result);
        if (typeof address === 'string') visit.res.redirect(303, address);
      };
      await (again ? runForm(visit, typed, act, (form, error) => again(visit, form, error)) : act());
    },
  };
}

interface FormPage<Typed extends Input> extends Omit<Posted<Typed>, 'again'> {
  /** Shows the page: to begin with, and again with what was typed and what is wrong with it. */
  readonly show: (visit: Exchange, form?: FormState, error?: unknown) => Promise<void>;
}

/** A page with a form, at one address. */
export function formPage<Typed extends Input = Record<string, string & string[]>>({
  show,
  ...form
}: FormPage<Typed>): PageRoute[] {
  const { path, access } = form;
  return [
    { method: 'get', path, access, run: (visit) => show(visit) },
    posted<Typed>({ ...form, again: show }),
  ];
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
