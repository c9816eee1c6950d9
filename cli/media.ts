// directory-admin media …
import { Option } from 'commander';
import { MEDIA_PLACES, type MediaPlace, movePictures, picturesToMove } from '../core/pictures/media.js';
import { closeMediaStore } from '../core/pictures/media-store.js';
import { changeEach } from './kit/batch.js';
import type { Options, Verbs } from './kit/command.js';

export const verbs: Verbs = {
  move: {
    summary:
      'Move pictures into the bucket of MEDIA_STORE, or back, while they are shown. A second run continues. On the way back keep MEDIA_STORE set until all are moved.',
    options: [
      new Option('--to <place>', 'where to move them').choices([...MEDIA_PLACES]).makeOptionMandatory(),
      'yes',
      'dry-run',
    ],
    examples: ['media move --to bucket', 'media move --to database --dry-run'],
    does: async (session, options: Options & { to: MediaPlace }) => {
      const ids = await picturesToMove(session.actor, options.to);
      const moving = changeEach(session, options, {
        verb: ['move', 'moved'],
        noun: ['picture', 'pictures'],
        key: 'id',
        items: ids.map((id) => ({ id })),
        columns: ['id!'],
        all: async (part, watch) => {
          const some = part.map(({ id }) => id);
          const { done, failures } = await movePictures(session.actor, some, options.to, watch);
          return { done: done.map(({ item }) => item), failures };
        },
      });
      return moving.finally(closeMediaStore);
    },
  },
};
