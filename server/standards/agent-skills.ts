// Agent skills discovery, v0.2.0: the skills of this directory with the digests of the bytes served.
import { createHash } from 'node:crypto';
import { config } from '../../core/kernel/config.js';
import { guide } from '../http/guides.js';
import type { Standard } from './standard.js';

export const agentSkills: Standard = {
  documents: { '/.well-known/agent-skills/index.json': { read: index } },
};

function index() {
  const text = guide('SKILL');
  const member = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1];
  return {
    $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
    skills: [
      {
        name: member('name'),
        type: 'skill-md',
        description: member('description'),
        url: `${config.publicUrl}/SKILL.md`,
        digest: `sha256:${createHash('sha256').update(text).digest('hex')}`,
      },
    ],
  };
}
