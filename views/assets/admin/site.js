// Updates the preview while typing; without it a button does.
for (const form of document.querySelectorAll('[data-live]')) {
  let waiting = 0;
  let asked = 0;

  const show = async () => {
    asked += 1;
    const turn = asked;
    const body = new URLSearchParams(new FormData(form));
    body.set('do', 'preview');
    const response = await fetch(form.dataset.live, { method: 'POST', body }).catch(() => null);
    // An invalid or outdated response changes nothing.
    if (!response?.ok || turn !== asked) return;
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    // The address that a page gets if none is typed.
    const { slug } = form.elements;
    if (slug) slug.placeholder = page.querySelector('[name="slug"]').value;
    const fresh = page.querySelector('[data-preview]');
    if (fresh) document.querySelector('[data-preview]').replaceWith(document.adoptNode(fresh));
  };

  form.addEventListener('input', () => {
    clearTimeout(waiting);
    waiting = setTimeout(show, 300);
  });
}

for (const input of document.querySelectorAll('[data-colour]')) {
  const choice = document.createElement('input');
  choice.type = 'color';
  choice.className = 'colour-choice';
  choice.setAttribute('aria-label', input.labels[0].textContent.trim());
  choice.value = input.value || input.placeholder;
  choice.addEventListener('input', () => {
    input.value = choice.value;
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  input.addEventListener('change', () => {
    if (/^#[0-9a-f]{6}$/i.test(input.value)) choice.value = input.value;
  });
  input.after(choice);
}
