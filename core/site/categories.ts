// The values of the API; what people read instead is a matter of the site (schema.ts) and of the language.
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
