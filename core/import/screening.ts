// The screening of an import: after its first rows in a thread, so that other work of the process need not wait for it.
import { config } from '../kernel/config.js';
import type { ListingContent } from '../listings/content.js';
import { screenedContent } from '../listings/screen.js';
import { policyInForce } from '../policy/instance.js';
import { type Judge, openJudge } from '../policy/judge.js';
import type { PolicyExplanation } from '../policy/screening.js';

/** The first rows are screened without a thread: starting one takes longer. */
const WITHOUT_THREAD = 400;

export interface ImportScreening {
  explain(contents: readonly ListingContent[]): Promise<readonly PolicyExplanation[] | undefined>;
  close(): Promise<unknown>;
}

export function openScreening(): ImportScreening {
  let rows = 0;
  let judge: Judge | null = null;
  return {
    explain: async (contents) => {
      rows += contents.length;
      if (rows <= WITHOUT_THREAD) return undefined;
      judge ??= openJudge(config.dataDir);
      const texts = contents.map((content) => ({ content: screenedContent(content), passed: [] }));
      const { version, explanations } = await judge.judge(texts);
      // The operator has changed policy.json meanwhile.
      return version === policyInForce().version ? explanations : undefined;
    },
    close: async () => judge?.close(),
  };
}
