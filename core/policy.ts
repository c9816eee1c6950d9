export interface PolicyFinding {
  category: 'adult' | 'drugs' | 'illegal';
  matched: string;
  field: string;
}
export function screenContent(_: Record<string, unknown>): PolicyFinding | null {
  return null;
}
export function policyMessage(_: PolicyFinding): string {
  return '';
}
