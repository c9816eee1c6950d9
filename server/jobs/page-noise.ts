// Clears the view of a page: refuses or closes consent dialogs with one click, and hides other overlays.

const CONSENT = `
  #onetrust-consent-sdk, #CybotCookiebotDialog, #CybotCookiebotDialogBodyUnderlay, .qc-cmp2-container,
  #didomi-host, #usercentrics-root, #usercentrics-cmp-ui, #truste-consent-track, .truste_overlay,
  .osano-cm-window, .cky-consent-container, .cky-overlay, #cmplz-cookiebanner-container,
  #iubenda-cs-banner, #termly-code-snippet-support, .klaro, .cc-window, #cc-main, #tarteaucitronRoot,
  [id^="sp_message_container"], #BorlabsCookieBox, #hs-eu-cookie-confirmation, #axeptio_overlay,
  .fc-consent-root, #cookie-law-info-bar, #cookie-notice, #cookiescript_injected,
  [role="dialog"][aria-label*="cookie" i], [role="dialog"][aria-label*="consent" i],
  [id*="cookie-banner" i], [class*="cookie-banner" i], [id*="cookie-consent" i], [class*="cookie-consent" i]`;

const CHAT = `
  #intercom-container, .intercom-lightweight-app, #crisp-chatbox, .crisp-client,
  #hubspot-messages-iframe-container, #drift-widget, #fc_frame, #tidio-chat, iframe[title*="chat" i]`;

/** Animations finish at once, so that fading elements are visible. */
const STILL = `*, *::before, *::after {
  animation-delay: -1ms !important; animation-duration: 1ms !important; animation-iteration-count: 1 !important;
  transition-duration: 0s !important; transition-delay: 0s !important;
  scroll-behavior: auto !important; caret-color: transparent !important;
}`;

/** Buttons that close a consent dialog: refuse first, then close, then accept. */
const ANSWERS = [
  '^(?:reject|decline|deny|refuse|disagree|(?:only|use) (?:strictly )?necessary|necessary only|(?:alle )?ablehnen|nur (?:notwendige|essenzielle)|(?:tout )?refuser|rechazar|rifiuta|rejeitar|recusar|weigeren|odrzuć)',
  '^(?:close|dismiss|schlie(?:ß|ss)en|fermer|cerrar|chiudi|fechar|sluiten|[×✕✖]$|x$)',
  '^(?:accept|agree|allow|got it|ok(?:ay)?$|i understand|(?:alle )?akzeptieren|zustimmen|(?:tout )?accepter|aceptar|accetta|aceitar|accepteren|akceptuj)',
];

/** Clicks once in a known consent dialog, never on a button that submits a form or a link to another page. */
export const DISMISS = `(() => {
  for (const dialog of document.querySelectorAll(${JSON.stringify(CONSENT)})) {
    const isSafe = (button) =>
      !button.closest('a[href]:not([href="#"])') && !(button.form && button.type === 'submit') &&
      button.getClientRects().length > 0;
    const buttons = [...(dialog.shadowRoot || dialog).querySelectorAll(
      'button, [role="button"], input[type="button"], a:not([href]), a[href="#"]')].filter(isSafe);
    const said = (button) => (button.innerText || button.value || button.ariaLabel || '').trim().slice(0, 60);
    for (const answer of ${JSON.stringify(ANSWERS)}.map((text) => new RegExp(text, 'i'))) {
      const button = buttons.find((one) => answer.test(said(one)));
      if (button) return button.click();
    }
  }
})()`;

/** Scrolls, to load late pictures; waits for fonts and pictures; returns whether no preloader covers the page. */
export const IS_READY = `(async () => {
  const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));
  const within = (work) => Promise.race([work, pause(2000)]);
  const isSeen = ({ top, bottom }) => top < innerHeight && bottom > 0;
  scrollTo(0, innerHeight);
  await pause(100);
  scrollTo(0, 0);
  await within(document.fonts.ready);
  await within(Promise.all([...document.images]
    .filter((image) => !image.complete && isSeen(image.getBoundingClientRect()))
    .map((image) => image.decode().catch(() => null))));
  const isPreloader = (one) => {
    const { width, height } = one.getBoundingClientRect();
    return one.parentElement !== document.documentElement && width > innerWidth * 0.9 && height > innerHeight * 0.9 &&
      /(?:^|[\\s_-])(?:page)?(?:pre)?-?load(?:er|ing)|splash|spinner/i.test(one.id + ' ' + one.getAttribute('class')) &&
      (one.innerText || '').trim().length < 60;
  };
  return !document.elementsFromPoint(innerWidth / 2, innerHeight / 2).some(isPreloader);
})()`;

export const QUIET_STYLE = `${CONSENT}, ${CHAT} { display: none !important; }\n${STILL}`;
