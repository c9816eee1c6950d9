// Light, dark, or as the system has it: a form in the footer of every page.
import { chooseTheme } from '../../who/theme.js';
import { textOf } from '../form/form.js';
import type { PageRoute } from '../route.js';
import { safeNext } from '../view/visit.js';

export const themePages: PageRoute[] = [
  {
    method: 'post',
    path: '/theme',
    // Pages that all guests share can hold no token, and another's theme is nothing to forge: C12 guards it.
    hasNoToken: true,
    run: ({ values, res }) => {
      chooseTheme(res, textOf(values, 'theme'));
      res.redirect(303, safeNext(textOf(values, 'next'), '/'));
    },
  },
];
