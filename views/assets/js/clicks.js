// Counts clicks through to a listed site with a separate request: the link itself stays that of the site.
for (const link of document.querySelectorAll('[data-counted]')) {
  const count = () => navigator.sendBeacon(link.dataset.counted);
  link.addEventListener('click', count);
  link.addEventListener('auxclick', ({ button }) => button === 1 && count());
}
