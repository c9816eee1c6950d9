// Adds a copy button to every block of code and every secret; without scripts the text can be selected.
for (const block of document.querySelectorAll('[data-copy]')) {
  const source = block.querySelector('code, input');
  if (!source || !navigator.clipboard) continue;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = block.matches('.code') ? 'copy' : 'button';
  button.textContent = block.dataset.copy;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(source.value ?? source.textContent);
    button.textContent = block.dataset.copied;
    setTimeout(() => {
      button.textContent = block.dataset.copy;
    }, 1500);
  });
  block.append(button);
}
