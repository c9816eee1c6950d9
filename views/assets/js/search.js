// "/" focuses the search box, as on many sites; never while someone is typing.
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest('input:not([type="checkbox"]), textarea, select, [contenteditable]')) return;
  // In the console, the search box of the list.
  const boxes = [
    ...document.querySelectorAll('[data-filters] input[type="search"]'),
    ...document.querySelectorAll('input[type="search"]'),
  ];
  const box = boxes.find((input) => input.offsetParent);
  if (!box) return;
  event.preventDefault();
  box.focus();
  box.select();
});
