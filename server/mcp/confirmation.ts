// Before something is deleted for good, the host asks its person, where it can: the first call is answered with the
// question, and the host repeats the call with the answer (elicitation of the 2026-07-28 revision). Hosts of the
// handshake era keep no connection on which they could be asked; there, only the hint `destructiveHint` warns.
import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { DomainError } from '../../core/kernel/errors.js';

const KEY = 'confirmation';

/** The person said no, or closed the question. */
export class Declined extends DomainError {
  readonly nextStep = 'Do not call this again unless the person asks for it.';
  constructor() {
    super('forbidden', 'The person did not confirm. Nothing was deleted.');
  }
}

/** Whether the host of a request can show a form to its person; `elicitation: {}` means that it can. */
function canAsk({ mcpReq }: ServerContext): boolean {
  const envelope = mcpReq.envelope as Record<string, ClientCapabilities | undefined> | undefined;
  const elicitation = envelope?.[CLIENT_CAPABILITIES_META_KEY]?.elicitation;
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}

/** The question that must be asked first; null: none. @param question whole sentences @throws Declined */
export function askFirst(context: ServerContext, question: string): InputRequiredResult | null {
  if (!canAsk(context)) return null;
  const answer = inputResponse(context.mcpReq.inputResponses, KEY);
  if (answer.kind !== 'elicit') {
    const form = inputRequired.elicit({
      message: question,
      requestedSchema: {
        type: 'object',
        properties: { delete: { type: 'boolean', title: 'Delete', default: false } },
        required: ['delete'],
      },
    });
    return inputRequired({ inputRequests: { [KEY]: form } });
  }
  if (answer.action === 'accept' && answer.content?.delete === true) return null;
  throw new Declined();
}
