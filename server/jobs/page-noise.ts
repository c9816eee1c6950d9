// Hides what covers a page. Nothing is clicked: that would be an answer in someone's name.

const CONSENT = [
  '#onetrust-consent-sdk',
  '#CybotCookiebotDialog',
  '#CybotCookiebotDialogBodyUnderlay',
  '.qc-cmp2-container',
  '#didomi-host',
  '#usercentrics-root',
  '#usercentrics-cmp-ui',
  '#truste-consent-track',
  '.truste_overlay',
  '.osano-cm-window',
  '.cky-consent-container',
  '.cky-overlay',
  '#cmplz-cookiebanner-container',
  '#iubenda-cs-banner',
  '#termly-code-snippet-support',
  '.klaro',
  '.cc-window',
  '#cc-main',
  '#tarteaucitronRoot',
  '[id^="sp_message_container"]',
  '#BorlabsCookieBox',
  '#hs-eu-cookie-confirmation',
  '#axeptio_overlay',
  '.fc-consent-root',
  '#cookie-law-info-bar',
  '#cookie-notice',
  '#cookiescript_injected',
  '[role="dialog"][aria-label*="cookie" i]',
  '[role="dialog"][aria-label*="consent" i]',
  '[id*="cookie-banner" i]',
  '[class*="cookie-banner" i]',
  '[id*="cookie-consent" i]',
  '[class*="cookie-consent" i]',
];

const CHAT = [
  '#intercom-container',
  '.intercom-lightweight-app',
  '#crisp-chatbox',
  '.crisp-client',
  '#hubspot-messages-iframe-container',
  '#drift-widget',
  '#fc_frame',
  '#tidio-chat',
  'iframe[title*="chat" i]',
];

/** Animations finish at once, so that fading elements are visible. */
const STILL = `*, *::before, *::after {
  animation-delay: -1ms !important; animation-duration: 1ms !important; animation-iteration-count: 1 !important;
  transition-duration: 0s !important; transition-delay: 0s !important;
  scroll-behavior: auto !important; caret-color: transparent !important;
}`;

export const QUIET_STYLE = `${[...CONSENT, ...CHAT].join(',\n')} { display: none !important; }\n${STILL}`;
