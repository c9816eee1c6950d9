// Shows a password while it is typed; hides it again before it is sent, so that browsers recognise the field.
for (const input of document.querySelectorAll('input[type="password"]')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'reveal';
  const show = (isShown) => {
    input.type = isShown ? 'text' : 'password';
    button.textContent = isShown ? input.dataset.hide : input.dataset.show;
    button.setAttribute('aria-label', isShown ? input.dataset.hideLabel : input.dataset.showLabel);
  };
  show(false);
  button.addEventListener('click', () => show(input.type === 'password'));
  input.form?.addEventListener('submit', () => show(false));
  input.after(button);
}
