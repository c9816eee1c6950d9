// Passkeys: fills the field `response` of a form with what the browser's passkey answers, and sends the form.
const canUsePasskeys = Boolean(window.PublicKeyCredential?.parseRequestOptionsFromJSON);

async function askForPasskey(form) {
  const answer = await fetch(form.dataset.passkey);
  const options = await answer.json();
  if (options.code === 'confirmation_required') {
    location.assign(`/account/confirm?next=${encodeURIComponent(location.pathname)}`);
    return null;
  }
  if (!answer.ok) throw new Error(options.error);
  const read = options.user
    ? PublicKeyCredential.parseCreationOptionsFromJSON
    : PublicKeyCredential.parseRequestOptionsFromJSON;
  const publicKey = read.call(PublicKeyCredential, options);
  return options.user
    ? navigator.credentials.create({ publicKey })
    : navigator.credentials.get({ publicKey });
}

for (const form of document.querySelectorAll('form[data-passkey]')) {
  const problem = form.querySelector('[data-problem]');
  form.hidden = !canUsePasskeys;
  const without = form.parentElement.querySelector('[data-without-passkeys]');
  if (without) without.hidden = canUsePasskeys;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    problem.hidden = true;
    try {
      const passkey = await askForPasskey(form);
      if (!passkey) return;
      form.elements.response.value = JSON.stringify(passkey);
      form.submit();
    } catch {
      problem.hidden = false;
      problem.focus();
    }
  });
}
