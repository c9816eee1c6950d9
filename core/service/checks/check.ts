// Arguments and results of checks.
import type { Actor } from '../../kernel/actor.js';
import type { Config } from '../../kernel/config.js';
import type { Language } from '../../languages/language.js';

export type Say = Language['t'];

export interface Asked {
  readonly t: Say;
  readonly config: Config;
  readonly actor: Actor;
  readonly queueError?: Error;
  readonly findBrowser?: () => Promise<{ executablePath: string; source: string } | null>;
}

export interface Found {
  readonly verdict: 'ok' | 'attention' | 'broken';
  readonly finding: string;
  readonly advice?: string;
}

export const fine = (finding: string): Found => ({ verdict: 'ok', finding });
export const doubtful = (finding: string, advice: string): Found => ({
  verdict: 'attention',
  finding,
  advice,
});
export const broken = (finding: string, advice: string): Found => ({ verdict: 'broken', finding, advice });

export const MEGABYTE = 1024 * 1024;
