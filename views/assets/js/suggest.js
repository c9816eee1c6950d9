// Suggestions below the search box while typing: ARIA's combobox pattern with a listbox. Without it, or when it fails,
// the box is a plain form.
const WAIT = 150;

for (const [index, input] of document
  .querySelectorAll('form[action="/listings"] input[type="search"]')
  .entries()) {
  const list = document.createElement('ul');
  list.id = `suggestions-${index}`;
  list.className = 'suggestions';
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', input.dataset.suggestions);
  list.hidden = true;
  input.after(list);
  input.autocomplete = 'off';
  for (const [name, value] of [
    ['role', 'combobox'],
    ['aria-autocomplete', 'list'],
    ['aria-expanded', 'false'],
    ['aria-controls', list.id],
  ]) {
    input.setAttribute(name, value);
  }
  let timer;
  let asked;
  let active = -1;

  const close = () => {
    clearTimeout(timer);
    asked?.abort();
    list.hidden = true;
    active = -1;
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
  };

  const show = (suggestions) => {
    list.replaceChildren(
      ...suggestions.map(({ kind, text, path, label, tagline, logo, letters, tone }, number) => {
        const option = document.createElement('li');
        option.id = `${list.id}-${number}`;
        option.setAttribute('role', 'option');
        option.setAttribute('aria-selected', 'false');
        option.dataset.path = path;
        option.textContent = text;
        if (kind !== 'search') {
          const note = document.createElement('span');
          note.className = 'soft';
          note.textContent = ` ${tagline ?? label ?? input.dataset[kind]}`;
          option.append(note);
        }
        if (letters) {
          const mark = document.createElement('span');
          mark.className = `logo logo-small tone-${tone}`;
          mark.setAttribute('aria-hidden', 'true');
          mark.textContent = letters;
          if (logo) {
            const image = new Image();
            image.src = logo;
            image.alt = '';
            mark.append(image);
          }
          option.prepend(mark);
        }
        return option;
      }),
    );
    active = -1;
    list.hidden = suggestions.length === 0;
    input.setAttribute('aria-expanded', String(!list.hidden));
    input.removeAttribute('aria-activedescendant');
  };

  const ask = async () => {
    asked?.abort();
    asked = new AbortController();
    try {
      const response = await fetch(`/suggest?q=${encodeURIComponent(input.value)}`, { signal: asked.signal });
      if (response.ok) show((await response.json()).suggestions);
    } catch {
      // Aborted by the next letter, or offline: the form still works.
    }
  };

  const move = (step) => {
    const options = [...list.children];
    options[active]?.setAttribute('aria-selected', 'false');
    // One position more than options: the text as typed.
    active = ((active + 1 + step + options.length + 1) % (options.length + 1)) - 1;
    const option = options[active];
    option?.setAttribute('aria-selected', 'true');
    option?.scrollIntoView({ block: 'nearest' });
    if (option) input.setAttribute('aria-activedescendant', option.id);
    else input.removeAttribute('aria-activedescendant');
  };

  input.addEventListener('input', () => {
    clearTimeout(timer);
    if (input.value.trim() === '') return close();
    timer = setTimeout(ask, WAIT);
  });
  input.addEventListener('keydown', (event) => {
    if (list.hidden) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      close();
    } else if (event.key === 'Enter' && active >= 0) {
      event.preventDefault();
      location.href = list.children[active].dataset.path;
    }
  });
  input.addEventListener('blur', close);
  // Before the box loses the focus, which closes the list.
  list.addEventListener('mousedown', (event) => {
    const option = event.target.closest('[role="option"]');
    event.preventDefault();
    if (option) location.href = option.dataset.path;
  });
}
