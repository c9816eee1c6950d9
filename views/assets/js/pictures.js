// Removes a picture that does not load, which uncovers its placeholder; marks wide logos.
const WIDE = 2.2;

function onLoad(image) {
  if (image.naturalWidth > WIDE * image.naturalHeight) image.closest('.logo')?.classList.add('logo-wide');
}
for (const image of document.querySelectorAll('.logo img, .picture img')) {
  if (image.complete && image.naturalWidth > 0) onLoad(image);
  else if (image.complete && image.loading !== 'lazy') image.remove();
  else {
    image.addEventListener('load', () => onLoad(image));
    image.addEventListener('error', () => image.remove());
  }
}
