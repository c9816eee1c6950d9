// The selectors of a theme: by the system's setting, or by a class on the page or a part of it.

/**
 * A style sheet of two themes. Print is always light.
 * @param light declarations: `--paper: …;`
 */
export function inThemes(light: string, dark: string): string {
  return `:root, .theme-light {
${light}
}
@media screen and (prefers-color-scheme: dark) {
:root:not(.theme-light) {
${dark}
}
}
@media screen {
.theme-dark {
${dark}
}
}`;
}

/** The declarations of a style sheet with one rule. */
export function declarationsOf(css: string): string {
  const body = /\{([^{}]*)\}/.exec(css)?.[1];
  if (body === undefined) throw new Error('A theme is one rule.');
  return body.trim();
}
