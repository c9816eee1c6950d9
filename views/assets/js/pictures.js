// A picture that does not load gives way to what stands behind it.
function giveWay(image) {
  image.remove();
}
for (const image of document.querySelectorAll('.logo img, .picture img')) {
  if (image.complete && image.naturalWidth === 0 && image.loading !== 'lazy') giveWay(image);
  else image.addEventListener('error', () => giveWay(image));
}
