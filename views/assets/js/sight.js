// Scrolls the selected item of a horizontally scrolling row into view when the page opens.
for (const chosen of document.querySelectorAll(':is(.tabs, .views) [aria-current]')) {
  const row = chosen.closest('ul, nav');
  if (row.scrollWidth <= row.clientWidth) continue;
  const [at, from] = [chosen.getBoundingClientRect(), row.getBoundingClientRect()];
  row.scrollLeft += at.left - from.left - (from.width - at.width) / 2;
}
