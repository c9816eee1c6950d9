// The form of a listing: fills in what the website says about itself, and shows the card as it will look.
const form = document.querySelector('form[data-listing]');
const look = form?.querySelector('[data-look]');

function fill(offer) {
  for (const [name, value] of Object.entries(offer)) {
    const controls = [...form.querySelectorAll(`[name="${name}"]`)];
    const boxes = controls.filter(({ type }) => type === 'checkbox');
    if (boxes.some((box) => box.checked)) continue;
    for (const box of boxes) box.checked = value.includes(box.value);
    // The address is what answered: with http: where https: was not typed and fails.
    for (const control of controls)
      if (!control.value || name === 'website_url')
        control.value = [value]
          .flat()
          .filter((one) => !boxes.some((box) => box.value === one))
          .join('; ');
    // To be seen.
    controls[0]?.closest('details')?.setAttribute('open', '');
    for (const control of controls) control.dispatchEvent(new Event('input', { bubbles: true }));
    boxes[0]?.dispatchEvent(new Event('change', { bubbles: true }));
  }
}

look?.form.addEventListener('submit', async (event) => {
  if (event.submitter !== look || look.dataset.failed) return;
  event.preventDefault();
  // Enter in a field presses the first button; in a form that is filled in it means the last.
  const isComplete = [...form.querySelectorAll('[required]')].every(({ value }) => value.trim());
  if (isComplete && document.activeElement !== look) {
    setTimeout(() => form.requestSubmit(form.querySelector('.form-bar [type="submit"]')));
    return;
  }
  const address = form.elements.website_url;
  const said = look.nextElementSibling;
  look.disabled = true;
  said.setAttribute('role', 'status');
  said.className = 'soft small';
  said.textContent = look.dataset.reading;
  const response = await fetch(look.dataset.look, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ website_url: address.value }),
  }).catch(() => null);
  look.disabled = false;
  if (!response?.ok) {
    // The page has its own messages, in its language.
    look.dataset.failed = 'yes';
    form.requestSubmit(look);
    return;
  }
  const { preview, outcome } = await response.json();
  const { facts, ...fields } = preview;
  fill(fields);
  fill(Object.fromEntries(Object.entries(facts ?? {}).map(([key, value]) => [`fact.${key}`, value])));
  said.textContent = JSON.parse(look.dataset.outcomes)[outcome];
  said.className = outcome === 'read' ? 'notice notice-good' : 'field-error';
  if (outcome !== 'read') return;
  look.remove();
  form.querySelector('.form-bar [type="submit"]').focus({ preventScroll: true });
});

const card = document.querySelector('[data-preview]');
const logos = [...document.querySelectorAll('[data-preview] .logo, .logo-field .logo')];

function showLogo(source) {
  for (const logo of logos) {
    const image = logo.querySelector('img') ?? new Image();
    if (source) {
      image.src = source;
      image.alt = '';
      logo.append(image);
    } else image.remove();
  }
}

function showMonogram(name) {
  const words = name.split(/\s+/).slice(0, 2);
  for (const logo of logos)
    logo.firstChild.data = words.map(([letter = '']) => letter.toUpperCase()).join('');
}

if (form && card) {
  const first = Object.fromEntries(
    [...card.querySelectorAll('[data-shows]')].map((part) => [part.dataset.shows, part.textContent]),
  );
  form.addEventListener('input', ({ target: { name, value, files } }) => {
    const part = card.querySelector(`[data-shows="${name}"]`);
    if (part) part.textContent = value.trim() || first[name];
    if (name === 'name') showMonogram(part.textContent);
    // A page loads no picture from elsewhere: the one at a typed address is read after it is saved.
    if (name === 'logo_url' || name === 'remove_logo') showLogo(null);
    if (name !== 'logo' || !files[0]) return;
    const reader = new FileReader();
    reader.addEventListener('load', () => showLogo(reader.result));
    reader.readAsDataURL(files[0]);
  });
}
