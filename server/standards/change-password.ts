// Where password managers send a member to change a password (W3C, A Well-Known URL for Changing Passwords).
import type { Standard } from './standard.js';

export const changePassword: Standard = {
  redirects: { '/.well-known/change-password': '/account/settings' },
};
