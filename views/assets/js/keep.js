// Stars keep without leaving the page. What is kept stands in a signed cookie, since most pages are the same for everyone.
let isPlain = false;
const form = document.getElementById('keep');
const show = () => {
  const list = /shortlist=([^;.]+)\./.exec(document.cookie)?.[1];
  const kept = list ? decodeURIComponent(list).split('/') : [];
  for (const star of document.querySelectorAll('[form="keep"]'))
    star.setAttribute('aria-pressed', kept.includes(star.value));
  for (const count of document.querySelectorAll('[data-kept]')) count.textContent = kept.length || '';
};
form?.addEventListener('submit', async (event) => {
  const star = event.submitter;
  if (!star || isPlain) return;
  event.preventDefault();
  const wanted = star.getAttribute('aria-pressed') === 'true' ? 'remove' : 'add';
  const body = new URLSearchParams({ slug: star.value, do: wanted });
  const answer = await fetch(form.action, { method: 'POST', body, redirect: 'manual' }).catch(() => null);
  // A refusal has a page that explains it.
  if (answer?.type === 'opaqueredirect') show();
  else {
    isPlain = true;
    form.requestSubmit(star);
  }
});
addEventListener('pageshow', show);
