// What a visitor chooses in the footer of every page: the theme (light, dark, or the system's), and the language.
import { chooseLanguage } from '../../who/language.js';
import { chooseTheme } from '../../who/theme.js';
import { textOf } from '../form/form.js';
import type { PageRoute } from '../route.js';
import { safeNext } from '../view/visit.js';

export const themePages: PageRoute[] = [
  {
    method: 'post',
    path: '/theme',
    // Pages that all guests share cannot contain a token, and forging a theme is harmless: C12 is enough.
    hasNoToken: true,
    run: ({ values, res }) => {
      if (values.theme !== undefined) chooseTheme(res, textOf(values, 'theme'));
      if (values.language !== undefined) chooseLanguage(res, textOf(values, 'language'));
      res.redirect(303, safeNext(textOf(values, 'next'), '/'));
    },
  },
];
