// The guide to error codes at /docs/errors, where `docs_url` of every error points.
import type { ErrorCode } from '../../../core/kernel/errors.js';

export const ERROR_GUIDE: Readonly<Record<ErrorCode, { means: string; remedy: string }>> = {
  invalid_json: {
    means: 'The body is missing, or is not valid JSON.',
    remedy: 'Send UTF-8 JSON. The message names the place where reading stopped.',
  },
  validation_error: {
    means: 'One or more fields break a rule.',
    remedy:
      '“errors” lists every offending field with its path; “field” repeats the first. Correct them all and send the request again.',
  },
  website_url_taken: {
    means: 'The website is listed already, by a listing you cannot see or change.',
    remedy: 'One product has one listing. If it is yours, write to the operator.',
  },
  last_admin: {
    means:
      'The change would leave the directory without an admin who can sign in: suspended admins do not count.',
    remedy: 'Make another account an admin first.',
  },
  bootstrap_admin: {
    means: 'The account is on the operator’s admin-email list.',
    remedy: 'The operator has to remove it from the list first.',
  },
  self_delete: {
    means: 'Admins cannot delete themselves through the admin routes.',
    remedy: 'Delete your own account on its settings page, or ask another admin.',
  },
  invalid_token: {
    means: 'The link from the email was used already, has expired, or is incomplete.',
    remedy: 'Request a new email.',
  },
  reset_disabled: {
    means: 'Resetting passwords by email is switched off here.',
    remedy: 'Ask the operator to set a new password.',
  },
  deep_page: {
    means: 'A search is paged by number only up to a certain depth.',
    remedy: 'Continue with “cursor”, the next_cursor of the previous page.',
  },
  unauthorized: {
    means: 'There are no credentials, or they are unknown or revoked.',
    remedy:
      'Send “Authorization: Bearer dir_…” with a live key, or sign in. A request with bad credentials is refused on public routes too.',
  },
  invalid_credentials: {
    means: 'The email, the password or the code is incorrect.',
    remedy:
      'Check both, or set a new password. After ten failures the pair is closed for a quarter of an hour.',
  },
  forbidden: {
    means: 'You are signed in, but may not do this.',
    remedy: 'Only owners change their listings, and only admins reject. The message says which rule it was.',
  },
  account_suspended: {
    means: 'An admin has suspended this account: it cannot sign in, and its keys are refused.',
    remedy: 'The message says why and until when. Write to the operator if you think it is a mistake.',
  },
  confirmation_required: {
    means: 'This needs a recent proof that it is you.',
    remedy:
      'Send the password with the request where it takes one, or sign in again, or give a code to /api/auth/two-factor/verify-totp: the session remembers it for ten minutes.',
  },
  two_factor_required: {
    means: 'Admins need a second factor here, and your account has none.',
    remedy: 'Set up an authenticator app or a passkey under My account, Security. API keys are not asked.',
  },
  two_factor_enabled: {
    means: 'The account has an authenticator app already.',
    remedy: 'Remove it first, or read its address for one more app with get-totp-uri.',
  },
  two_factor_not_enabled: {
    means: 'The account has no second factor.',
    remedy: 'Set one up first: /api/auth/two-factor/enable.',
  },
  insufficient_scope: {
    means: 'Your account may do this, but the key you sent may not: "scope" names what it lacks.',
    remedy: 'Make a key with that scope under My account, API keys, or one without restrictions.',
  },
  invalid_origin: {
    means: 'A browser sent the request from a web origin that is not accepted here.',
    remedy:
      'Call from your own server, where no Origin header is sent, or ask the operator to trust your origin.',
  },
  csrf: {
    means: 'A form came without the token of its session.',
    remedy: 'Reload the page and send the form again. Programs use the API, which needs no token.',
  },
  key_limit: {
    means: 'The account has reached its limit of API keys.',
    remedy: 'Revoke one that you no longer need.',
  },
  webhook_limit: {
    means: 'The account has reached its limit of webhooks.',
    remedy: 'Delete one that you no longer need, or send the events of two to one.',
  },
  '1010': {
    means: 'The User-Agent is empty or that of a script, which this directory does not accept.',
    remedy: 'Send the User-Agent of a normal browser.',
  },
  not_found: {
    means: 'It does not exist, or you may not see it.',
    remedy: 'Check the address. Listings that are not live are shown to their owners and to admins alone.',
  },
  method_not_allowed: {
    means: 'The address exists, but not for this method.',
    remedy: 'The Allow header names the supported methods.',
  },
  account_exists: {
    means: 'The email is registered already.',
    remedy: 'Sign in, or set a new password.',
  },
  stale_capture: {
    means: 'A screenshot worker reported a capture that is out of date.',
    remedy: 'Drop the report: a newer capture has been requested.',
  },
  idempotency_in_progress: {
    means: 'The first request with this Idempotency-Key is still running.',
    remedy: 'Wait a moment and repeat it unchanged.',
  },
  selection_changed: {
    means: 'A bulk action by query found another number of items than expected_total says.',
    remedy: 'Review the selection and send the new total.',
  },
  site_changed: {
    means: 'The site was changed since the version that this change was made from.',
    remedy: 'Read it again, and repeat the change with the new version.',
  },
  review_changed: {
    means: 'The listing, or a report or appeal about it, has changed since it was read at the review desk.',
    remedy: 'Read the item again, and decide with its new version.',
  },
  claim_unproven: {
    means: 'None of the proofs of your claim was found on the site.',
    remedy:
      'Publish one of the steps exactly as given, where everybody can read it, and check again. DNS can take a while.',
  },
  payload_too_large: {
    means: 'The body or the file is too large.',
    remedy:
      'JSON bodies may have 1 MiB, messages of MCP and ARD 64 KiB and 200 names an object, logos 2 MB and 16 megapixels.',
  },
  unsupported_media_type: {
    means: 'The type of the body or the file is not supported here.',
    remedy: 'Send application/json, or multipart/form-data with a PNG, JPEG, WebP, GIF or SVG logo.',
  },
  content_policy: {
    means:
      'The listing breaks the content policy; “matched” quotes the words, “category” names the part of the policy.',
    remedy:
      'Reword what “matched” quotes if the product is genuine, or ask the operator to look at it: /policy says how. Do not send the same text again.',
  },
  idempotency_mismatch: {
    means: 'This Idempotency-Key was used with another body before.',
    remedy: 'Use a new key for a new request.',
  },
  rate_limited: {
    means: 'Too many requests in the current window.',
    remedy: 'Wait for the seconds in Retry-After (also retry_after_seconds), then continue more slowly.',
  },
  internal_error: {
    means: 'Something went wrong on our side.',
    remedy: 'Try again later. The operator can find the cause by the request_id.',
  },
  unavailable: {
    means: 'A part of the service is temporarily unavailable.',
    remedy: 'Wait for the seconds in Retry-After and repeat the request.',
  },
};
