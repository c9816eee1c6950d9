// Enhances the console, which works without it: its search by a key; ticking all or a range in lists, keyboard
// shortcuts, filters that apply at once.
const search = document.querySelector('[data-console-search]');
document.addEventListener('keydown', (event) => {
  const isCalled = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k';
  const isTyping = event.target.closest?.(
    'textarea, select, input:not([type="checkbox"]), [contenteditable]',
  );
  if (!isCalled && (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  search?.select();
});

for (const form of document.querySelectorAll('[data-filters]')) {
  for (const select of form.querySelectorAll('select')) {
    select.addEventListener('change', () => form.requestSubmit());
  }
}

// An import under way.
for (const { dataset } of document.querySelectorAll('[data-reload]')) {
  setInterval(() => document.hidden || location.reload(), Number(dataset.reload));
}

// The catalog's boxes are outside the form of the button above them.
for (const all of document.querySelectorAll('[data-tick-entries]')) {
  const tick = all.querySelector('input');
  const boxes = [...all.closest('form').elements].filter((box) => box.name === 'item');
  tick.addEventListener('change', () => {
    for (const box of boxes) box.checked = tick.checked;
  });
}

for (const form of document.querySelectorAll('[data-bulk]')) {
  const all = form.querySelector('[data-tick-all]');
  const scope = form.querySelector('[data-scope]');
  const named = scope.options[0];
  const none = named.textContent;
  const boxes = [...form.querySelectorAll('[data-row] input[type="checkbox"]')];
  let last = null;

  const showCount = () => {
    const count = boxes.filter((box) => box.checked).length;
    all.checked = count === boxes.length;
    all.indeterminate = count > 0 && count < boxes.length;
    named.textContent = count === 0 ? none : named.dataset.ticked.replace('#', count);
    if (count > 0 && count < boxes.length) scope.value = 'named';
  };

  all.addEventListener('change', () => {
    for (const box of boxes) box.checked = all.checked;
    showCount();
  });
  for (const box of boxes) {
    box.addEventListener('click', (event) => {
      if (event.shiftKey && last !== null) {
        const [from, to] = [boxes.indexOf(last), boxes.indexOf(box)].sort((a, b) => a - b);
        for (const between of boxes.slice(from, to + 1)) between.checked = box.checked;
      }
      last = box;
      showCount();
    });
  }
  scope.addEventListener('change', () => {
    if (scope.value === 'matching') for (const box of boxes) box.checked = true;
    showCount();
  });

  const step = (by) => {
    const here = boxes.indexOf(document.activeElement);
    const next = boxes[here < 0 ? 0 : Math.min(Math.max(here + by, 0), boxes.length - 1)];
    next?.focus();
  };
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest('textarea, select, input:not([type="checkbox"])')) return;
    const box = boxes.find((candidate) => candidate === document.activeElement);
    if (event.key === 'j') step(1);
    else if (event.key === 'k') step(-1);
    else if (event.key === 'x' && box) box.click();
    else if (event.key === 'o' && box) box.closest('[data-row]').querySelector('[data-open]').click();
    else return;
    event.preventDefault();
  });
  // After going back in the browser, boxes may still be ticked.
  window.addEventListener('pageshow', showCount);
  showCount();
}

// Rows are dragged into their order, or follow their numbers; without a script the numbers do it.
for (const list of document.querySelectorAll('[data-sortable]')) {
  let dragged = null;
  const place = (row, before) => {
    list.insertBefore(row, before ?? null);
    for (const [index, number] of list.querySelectorAll('[type="number"]').entries())
      number.value = index + 1;
  };
  list.addEventListener('change', ({ target }) => {
    if (target.type !== 'number') return;
    const row = target.closest('li');
    place(row, [...list.children].filter((other) => other !== row)[target.value - 1]);
    target.focus();
  });
  list.addEventListener('dragstart', ({ target, dataTransfer }) => {
    dragged = target.closest('li');
    dataTransfer.setDragImage(dragged, 0, 0);
  });
  list.addEventListener('dragend', () => {
    dragged = null;
  });
  list.addEventListener('dragover', (event) => {
    const row = event.target.closest('li');
    if (!dragged || !row) return;
    event.preventDefault();
    const { top, height } = row.getBoundingClientRect();
    if (row !== dragged) place(dragged, event.clientY < top + height / 2 ? row : row.nextSibling);
  });
}
