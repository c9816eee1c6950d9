// Keyboard shortcuts of the review desk: a approves, f says that a report is fixed, d that
// the link is dead, s and n skip, a digit rejects with that ready reason, r starts to
// type one, u undoes, j and k open the next and the previous case, ? shows them all.
// In the box, Ctrl and Enter reject, Escape leaves it.
const desk = document.querySelector('[data-review]');
const undo = document.querySelector('[data-review-undo] button, a[data-review-undo]');

// Screen readers announce only changes: insert the outcome again.
const said = document.querySelector('[data-review-said]:has(.notice)');
if (said) setTimeout(() => said.replaceChildren(...said.childNodes), 150);

/** The key as a Latin letter or digit, whatever the layout of the keyboard and its shift keys. */
function keyOf({ key, code }) {
  const typed = key.toLowerCase();
  if (/^[a-z0-9]$/.test(typed)) return typed;
  return /^(?:Key([A-Z])|Digit(\d))$/.exec(code)?.slice(1).join('').toLowerCase() ?? '';
}

/** Milliseconds for which a new item ignores input: a second press or click was meant for the previous one. */
const TOO_SOON = 300;
let since = performance.now();
addEventListener('pageshow', () => {
  since = performance.now();
});
desk?.addEventListener(
  'submit',
  (event) => {
    if (performance.now() - since >= TOO_SOON) return;
    event.preventDefault();
    event.stopPropagation();
  },
  { capture: true },
);

// The case is held at the first sign of work on it, not by a glance; the buttons decide without.
const decide = desk?.querySelector('.desk-decide');
const HELD = 5 * 60_000;
let heldAt = Number.NEGATIVE_INFINITY;
function hold({ target }) {
  if (!decide || target.closest('button') || performance.now() - heldAt < HELD) return;
  heldAt = performance.now();
  const body = new URLSearchParams({ decision: 'take' });
  for (const name of ['_csrf', 'version']) body.set(name, decide.elements[name].value);
  fetch(decide.action, { method: 'POST', body, keepalive: true }).catch(() => {});
}
for (const sign of ['focusin', 'input', 'click']) desk?.addEventListener(sign, hold);

const buttonFor = (key) =>
  [...(desk?.querySelectorAll('[data-key]') ?? [])].find((one) => one.dataset.key.split(' ').includes(key));

/** The case below or above in the list. A key decides about what is open, so that these open it. */
function besides(key) {
  const cases = [...document.querySelectorAll('.desk-queue li a')];
  const here = cases.findIndex((link) => link.hasAttribute('aria-current'));
  if (key === 'j') return cases[here + 1];
  return key === 'k' ? cases[here - 1] : undefined;
}

document.addEventListener('keydown', (event) => {
  if (event.altKey || event.repeat) return;
  const isModified = event.ctrlKey || event.metaKey;
  if (event.target.matches?.('[data-review] textarea')) {
    if (event.key === 'Escape') event.target.blur();
    if (event.key === 'Enter' && isModified) event.target.form.querySelector('[value="reject"]').click();
    return;
  }
  if (isModified || event.target.closest?.('textarea, input, select, [contenteditable]')) return;
  const keys = document.querySelector('[data-keys]');
  if (event.key === '?' && keys) {
    keys.open = !keys.open;
    return;
  }
  const key = keyOf(event);
  const target = key === 'u' ? undo : (besides(key) ?? buttonFor(key));
  if (!target) return;
  event.preventDefault();
  if (target.matches('textarea')) target.focus();
  else target.click();
});
