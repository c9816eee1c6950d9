// While a screenshot is pending, its page polls for it, every five seconds for five minutes.
for (const figure of document.querySelectorAll('[data-screenshot]')) {
  let tries = 60;
  const look = async () => {
    tries -= 1;
    const response = await fetch(`/api/v1/listings/${figure.dataset.screenshot}`).catch(() => null);
    const { listing } = response?.ok ? await response.json() : {};
    if (listing?.screenshot_status === 'ready' && /^(https?:|\/)/.test(listing.screenshot_url)) {
      const image = new Image(1280, 800);
      image.alt = figure.dataset.alt;
      image.src = listing.screenshot_url;
      await image.decode().catch(() => null);
      figure.querySelector('.picture').replaceChildren(image);
    } else if (listing?.screenshot_status === 'failed') {
      figure.querySelector('.picture-note')?.remove();
    } else if (tries > 0) {
      setTimeout(look, 5000);
    }
  };
  setTimeout(look, 5000);
}

// While a proof is awaited, its page looks whether it was found, every twenty seconds for an hour.
if (document.querySelector('[data-awaits]')) {
  let tries = 180;
  const timer = setInterval(async () => {
    tries -= 1;
    if (tries === 0) clearInterval(timer);
    const response = await fetch(location.pathname).catch(() => null);
    if (response?.ok && !(await response.text()).includes('data-awaits')) location.assign(location.pathname);
  }, 20_000);
}
