import { buffer, text } from 'node:stream/consumers';
import type { TSchema } from '@sinclair/typebox';
import { Argument, Option } from 'commander';
import type { System } from '../core/kernel/actor.js';
import { own } from '../core/kernel/own.js';
import { readListCell } from '../core/kernel/text/csv.js';
import { dryRun } from '../core/kernel/transaction.js';
// This import registers the reindexing of listings whose facts change.
import '../core/listings/search-document.js';
import { getSettings, pictureField, setSettingsPicture, updateSettings } from '../core/settings/manage.js';
import {
  SETTINGS_FIELDS,
  SETTINGS_PICTURES,
  SettingsPatch,
  type SettingsRecord,
} from '../core/settings/schema.js';
import type { Options, Verbs } from './kit/command.js';
import { openInput } from './kit/input.js';
import { note, printFields, type Result, UsageError } from './kit/output.js';
import type { Session } from './kit/session.js';

type SetOptions = Options & { clear?: boolean };

export const verbs: Verbs = {
  get: {
    summary: 'Show the settings that differ from the defaults.',
    examples: ['site get', 'site get --json'],
    does: async ({ actor }) => resultOf(await getSettings(actor)),
  },
  set: {
    summary:
      'Set one setting, or restore its default. Needs are separated by semicolons; links, categories and pages are JSON as in "site get --json"; pictures are files.',
    takes: [
      new Argument('<field>', 'what').choices([...SETTINGS_FIELDS, ...SETTINGS_PICTURES]),
      new Argument('[value]', 'the new value'),
    ],
    options: [
      new Option('--file <file>', 'take the value from a file (- for standard input)'),
      new Option('--clear', 'restore the default').conflicts('file'),
      'dry-run',
      'as',
    ],
    examples: [
      'site set name "Tool Shed"',
      'site set accent_color "#0b7a4b"',
      'site set needs "invoices for freelancers; a shared calendar"',
      'site set logo --file logo.svg',
      'site set announcement --clear',
    ],
    does: async (session, field: string, value: string | undefined, options: SetOptions) => {
      const given = [value !== undefined, options.file !== undefined, options.clear === true];
      if (given.filter(Boolean).length !== 1) throw new UsageError('Give a value, --file or --clear.');
      const picture = SETTINGS_PICTURES.find((known) => known === field);
      if (picture) {
        if (value !== undefined)
          throw new UsageError(`Give a picture as a file: site set ${field} --file ${value}`);
        const bytes = options.file ? await buffer(await openInput(options.file)) : null;
        const none = { [pictureField(picture)]: null };
        return change(session, options, (actor) =>
          bytes ? setSettingsPicture(actor, picture, bytes) : updateSettings(actor, none),
        );
      }
      const typed = options.file ? await text(await openInput(options.file)) : value;
      const read = options.clear ? null : readValue(field, typed ?? '');
      return change(session, options, (actor) => updateSettings(actor, { [field]: read }));
    },
  },
};

const resultOf = (settings: SettingsRecord): Result => ({
  document: { site: settings },
  lines: [settings],
  text: () =>
    printFields(
      Object.entries(settings)
        .filter(([, value]) => value !== null)
        .map(([field, value]) => [field, typeof value === 'object' ? JSON.stringify(value) : value]),
    ),
});

/** Applies a change, or with --dry-run only validates it. @returns the resulting settings */
async function change(
  { actor }: Session,
  { dryRun: isDry }: Options,
  work: (actor: System) => Promise<SettingsRecord>,
): Promise<Result> {
  const settings = await (isDry ? dryRun(actor, work) : work(actor));
  if (isDry) note('This was a dry run: nothing was changed.');
  return resultOf(settings);
}

function readValue(field: string, typed: string): unknown {
  if (field === 'synonyms')
    return typed.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
  const { type, items } = own(SettingsPatch.properties, field) as TSchema;
  if (type.includes('integer') && /^\d+$/.test(typed)) return Number(typed);
  if (!type.includes('array')) return typed;
  if (items.type === 'string') return readListCell(typed);
  try {
    return JSON.parse(typed);
  } catch (error) {
    throw new UsageError(`${field} is not JSON: ${(error as Error).message}`);
  }
}
