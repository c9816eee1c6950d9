// Enhances forms: counts the characters left, limits boxes, prevents a second submit, warns of duplicates early.
for (const field of document.querySelectorAll('[data-count]')) {
  const control = field.querySelector('input, textarea');
  const counter = document.createElement('span');
  counter.className = 'counter';
  counter.setAttribute('aria-hidden', 'true');
  const update = () => {
    const used = [...control.value].length;
    counter.textContent =
      used > control.maxLength / 2 ? field.dataset.count.replace('{used}', used) : '\u00a0';
  };
  control.addEventListener('input', update);
  update();
  field.append(counter);
}

// Suggests the value after the last comma.
for (const input of document.querySelectorAll('[list][data-many]')) {
  const values = [...input.list.options].map(({ value }) => value);
  input.addEventListener('input', () => {
    const before = input.value.slice(0, -input.value.split(/[,;]\s*/).at(-1).length || undefined);
    for (const [index, value] of values.entries()) input.list.options[index].value = before + value;
  });
}

for (const group of document.querySelectorAll('fieldset[data-max]')) {
  const boxes = [...group.querySelectorAll('input[type="checkbox"]')];
  const update = () => {
    const isFull = boxes.filter((box) => box.checked).length >= Number(group.dataset.max);
    for (const box of boxes) box.disabled = isFull && !box.checked;
  };
  group.addEventListener('change', update);
  update();
}

for (const form of document.querySelectorAll('form[method="post"]')) {
  form.addEventListener('submit', (event) => {
    // Deferred: the pressed button has to be sent too, and other scripts may cancel the submit.
    setTimeout(() => {
      if (event.defaultPrevented) return;
      for (const button of form.querySelectorAll('button')) button.disabled = true;
    });
  });
}
// Restores the buttons after going back.
addEventListener('pageshow', () => {
  for (const button of document.querySelectorAll('form[method="post"] button')) button.disabled = false;
});

for (const file of document.querySelectorAll('input[data-max-bytes]')) {
  file.addEventListener('change', () => {
    const isLarge = file.files[0]?.size > Number(file.dataset.maxBytes);
    file.setCustomValidity(isLarge ? file.dataset.tooLarge : '');
    file.reportValidity();
  });
}

for (const part of document.querySelectorAll('[data-duplicates]')) {
  const input = part.querySelector('input');
  const answer = document.createElement('p');
  answer.setAttribute('role', 'status');
  part.firstElementChild.append(answer);
  let asked = '';
  input.addEventListener('change', async () => {
    asked = input.value.trim();
    answer.textContent = '';
    answer.className = '';
    if (!asked) return;
    const question = asked;
    const address = `${part.dataset.duplicates}?website_url=${encodeURIComponent(question)}`;
    // Signed out meanwhile, or offline: then the submission itself reports it.
    const response = await fetch(address, { redirect: 'manual' }).catch(() => null);
    if (!response?.ok || question !== asked) return;
    const { listing } = await response.json();
    if (!listing) return;
    const link = document.createElement('a');
    link.href = `/listings/${listing.slug}`;
    link.textContent = listing.name;
    const { known, knownOwn } = part.dataset;
    const [before, after] = (listing.is_own ? knownOwn : known).split('{listing}');
    const text = document.createElement('span');
    text.append(before, link, after);
    if (listing.claim_url && !listing.is_own) {
      const claim = document.createElement('a');
      claim.href = `/claim/${listing.slug}`;
      claim.textContent = part.dataset.claim;
      text.append(' ', claim);
    }
    answer.append(text);
    answer.className = 'notice notice-warn';
  });
}

document.querySelector('[data-focus]')?.focus();
