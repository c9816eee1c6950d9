// directory-admin media …
import { type Command, Option } from 'commander';
import { closeMediaStore } from '../core/pictures/media-store.js';
import { MEDIA_PLACES, type MediaPlace, movePictures, picturesToMove } from '../core/pictures/move.js';
import { type BatchOptions, type Outcome, runBatch } from './batch.js';
import { addVerb, dryRunOption, type Finish, jsonOptions, yesOption } from './command.js';
import type { ExitCode } from './exit.js';
import { withSession } from './session.js';

export function addMediaVerbs(media: Command, finish: Finish): void {
  addVerb(media, finish, {
    usage: 'move',
    summary:
      'Move pictures into the bucket of MEDIA_STORE, or back, while they are shown. A second run continues. On the way back keep MEDIA_STORE set until all are moved.',
    options: [
      new Option('--to <place>', 'where to move them').choices([...MEDIA_PLACES]).makeOptionMandatory(),
      yesOption(),
      dryRunOption(),
      ...jsonOptions(),
    ],
    examples: ['media move --to bucket', 'media move --to database --dry-run'],
    run: move,
  });
}

function move(options: BatchOptions & { to: MediaPlace }): Promise<ExitCode> {
  const { to } = options;
  return withSession({}, async ({ actor, signal }) => {
    try {
      const ids = await picturesToMove(actor, to);
      return await runBatch<{ id: string }>(options, signal, {
        verb: ['move', 'moved'],
        noun: ['picture', 'pictures'],
        key: 'id',
        items: ids.map((id) => ({ id })),
        missing: [],
        nameOf: ({ id }) => id,
        columns: [{ title: 'id', value: ({ id }) => id, isWhole: true }],
        run: async (part, watch): Promise<Outcome> => {
          const { done, failures } = await movePictures(
            actor,
            part.map(({ id }) => id),
            to,
            watch,
          );
          return { done: done.map(({ item }) => item), failures };
        },
      });
    } finally {
      await closeMediaStore();
    }
  });
}
