// "/" goes to the search box, as on many sites; never while someone is typing.
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest('input, textarea, select, [contenteditable]')) return;
  const box = [...document.querySelectorAll('input[type="search"]')].find((input) => input.offsetParent);
  if (!box) return;
  event.preventDefault();
  box.focus();
  box.select();
});
