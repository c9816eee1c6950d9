// The review desk by keys: a approves, s and n skip, a digit rejects with that ready reason, r types one, u undoes.
const desk = document.querySelector('[data-review]');
const undo = document.querySelector('[data-review-undo] button');

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  if (event.target.closest('textarea, input, select')) return;
  const target =
    event.key === 'u'
      ? undo
      : [...(desk?.querySelectorAll('[data-key]') ?? [])].find((one) =>
          one.dataset.key.split(' ').includes(event.key),
        );
  if (!target) return;
  event.preventDefault();
  if (target.matches('textarea')) target.focus();
  else target.click();
});
