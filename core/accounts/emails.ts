// Email addresses of accounts.

/** How emails are compared: case-insensitively; plus-aliases are accounts of their own (C4). */
export function emailKey(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}
