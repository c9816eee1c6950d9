// A click through to a listed site is counted beside the way there: the link itself stays that of the site.
for (const link of document.querySelectorAll('[data-counted]')) {
  const count = () => navigator.sendBeacon(link.dataset.counted);
  link.addEventListener('click', count);
  link.addEventListener('auxclick', ({ button }) => button === 1 && count());
}
