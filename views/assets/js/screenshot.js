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
