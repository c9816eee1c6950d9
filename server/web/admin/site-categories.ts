// Which categories pages show, in which order and under which names.
import { CATEGORIES } from '../../../core/site/categories.js';
import { getSite, updateSite } from '../../../core/site/manage.js';
import type { SitePatch } from '../../../core/site/schema.js';
import { EMPTY_FORM, type FormState, listOf, runForm, textOf } from '../form/form.js';
import type { PageRoute } from '../route.js';
import { usualIntro, usualLabel } from '../view/labels.js';
import type { Visit } from '../view/visit.js';
import { sendConsole } from './page.js';

const PATH = '/admin/site/categories';

export const siteCategoryPages: PageRoute[] = [
  { method: 'get', path: PATH, access: 'admin', run: (visit) => showCategories(visit) },
  {
    method: 'post',
    path: PATH,
    access: 'admin',
    isShownAgain: true,
    run: (visit) =>
      runForm(
        visit,
        visit.values,
        async () => {
          await updateSite(visit.actor, { categories: readCategories(visit) });
          visit.res.redirect(303, `${PATH}?done=site-saved`);
        },
        (form) => showCategories(visit, form),
      ),
  },
];

/**
 * The ticked categories by their numbers; all of them in the default order, without labels of their own, is the
 * default.
 */
function readCategories({ values, language }: Visit): SitePatch['categories'] {
  const ticked = CATEGORIES.filter((value) => listOf(values, 'shown').includes(value));
  const place = (value: string) => Number(textOf(values, `place-${value}`)) || CATEGORIES.length + 1;
  const chosen = ticked
    .toSorted((a, b) => place(a) - place(b))
    .map((value) => ({
      value,
      label: other(textOf(values, `label-${value}`), usualLabel(language, value)),
      intro: other(textOf(values, `intro-${value}`), usualIntro(language, value)),
    }));
  const isAsItComes =
    chosen.length === CATEGORIES.length &&
    chosen.every(
      ({ value, label, intro }, index) => value === CATEGORIES[index] && label === null && intro === null,
    );
  return isAsItComes ? null : chosen;
}

const other = (typed: string, usual: string) => (typed.trim() === usual ? null : typed.trim() || null);

async function showCategories(visit: Visit, form: FormState = EMPTY_FORM): Promise<void> {
  const { categories } = await getSite(visit.actor);
  const chosen = categories ?? CATEGORIES.map((value) => ({ value, label: null, intro: null }));
  const hidden = CATEGORIES.filter((value) => !chosen.some((category) => category.value === value));
  const rows = [...chosen.map(({ value }) => value), ...hidden].map((value, index) => {
    const said = chosen.find((category) => category.value === value);
    return {
      value,
      place: index + 1,
      isShown: said !== undefined,
      label: said?.label ?? usualLabel(visit.language, value),
      intro: said?.intro ?? usualIntro(visit.language, value),
    };
  });
  await sendConsole(
    visit,
    'site-categories',
    { section: 'site', head: { title: visit.language.t('console.site.categories') }, rows },
    form,
  );
}
