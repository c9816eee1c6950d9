// The API's values of categories; their labels come from the site (schema.ts) and the language.
export const CATEGORIES = [
  'saas',
  'developer-tools',
  'productivity',
  'marketing',
  'ai',
  'domains',
  'marketplace',
  'analytics',
  'design',
  'sales',
  'customer-support',
  'finance',
  'education',
  'security',
  'no-code',
  'other',
] as const;
export type Category = (typeof CATEGORIES)[number];
