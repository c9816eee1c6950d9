// The theme: light, dark, or the system's, chosen by a form in the footer of every page.
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
      chooseTheme(res, textOf(values, 'theme'));
      res.redirect(303, safeNext(textOf(values, 'next'), '/'));
    },
  },
];
