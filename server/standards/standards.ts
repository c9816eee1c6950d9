// The standards in use. Removing one means deleting its line here and its file.
import type { DomainError } from '../../core/kernel/errors.js';
import { agentSkills } from './agent-skills.js';
import { apiCatalog } from './api-catalog.js';
import { ard } from './ard.js';
import { ardRegistry } from './ard-registry.js';
import { changePassword } from './change-password.js';
import { contentSignal } from './content-signal.js';
import { mcpCards } from './mcp-cards.js';
import { mcpRegistry } from './mcp-registry.js';
import { securityContact } from './security-contact.js';
import type { Standard } from './standard.js';

export const STANDARDS: readonly Standard[] = [
  apiCatalog,
  mcpCards,
  ard,
  ardRegistry,
  mcpRegistry,
  agentSkills,
  securityContact,
  changePassword,
  contentSignal,
];

/** The relations of every page, with their addresses. */
export const standardLinks = () => STANDARDS.flatMap(({ links = {} }) => Object.entries(links));

/** The `Link` header of every page. */
export const PAGE_LINKS = [...standardLinks(), ['describedby', '/llms.txt']]
  .map(([relation, path]) => `<${path}>; rel="${relation}"`)
  .join(', ');

/** Members of errors at the JSON routes of standards. */
export const standardErrorMembers = (error: DomainError): object =>
  Object.assign({}, ...STANDARDS.map(({ errorMembers }) => errorMembers?.(error)));
