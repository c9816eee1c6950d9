// Email addresses of accounts.

/** The key by which emails are compared: case-insensitive; plus-aliases are distinct (C4). */
export function emailKey(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}
