// A printed page says where it is from, and of which day.
addEventListener('beforeprint', () => {
  const day = new Date().toLocaleDateString(document.documentElement.lang);
  document.body.dataset.printed = `${location.href} · ${day}`;
});

// Switches the theme at once; without this script a click reloads the page.
for (const form of document.querySelectorAll('.theme-switch')) {
  form.addEventListener('submit', (event) => {
    const { name, value } = event.submitter;
    if (name !== 'theme') return;
    event.preventDefault();
    const body = new URLSearchParams({ theme: value, next: '/' });
    // Even if the request fails, this page switches.
    fetch(form.action, { method: 'POST', body, redirect: 'manual', keepalive: true }).catch(() => {});
    document.documentElement.classList.remove('theme-light', 'theme-dark');
    if (value !== 'system') document.documentElement.classList.add(`theme-${value}`);
    for (const button of form.querySelectorAll('[name="theme"]')) {
      button.setAttribute('aria-pressed', String(button.value === value));
    }
  });
}
