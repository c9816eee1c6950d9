// The site as one file, pictures included: to back it up, to test it elsewhere, or to give two directories one look.
import { type Static, Type } from '@sinclair/typebox';
import { requireAdmin } from '../kernel/access.js';
import type { Actor } from '../kernel/actor.js';
import { check } from '../kernel/check.js';
import { fieldError } from '../kernel/errors.js';
import { titled } from '../kernel/schema.js';
import { readMedia } from '../pictures/media.js';
import { getSettings, pictureField, readPatch, storePicture, updateSettings } from './manage.js';
import {
  type SettingsDocument,
  type SettingsPicture,
  type SettingsRecord,
  SITE_FIELDS,
  SITE_PICTURES,
} from './schema.js';

const DATA_URL = /^data:image\/(?:webp|png|jpeg|gif|svg\+xml);base64,([A-Za-z0-9+/]+={0,2})$/;

const SettingsFilePictures = titled('SiteFile', {
  pictures: Type.Optional(
    Type.Partial(Type.Object({ logo: Type.String(), favicon: Type.String(), 'social-image': Type.String() })),
  ),
});

/** The document without unset fields, with the pictures as data: URLs. */
type SettingsFile = Partial<SettingsDocument> & Static<typeof SettingsFilePictures>;

export async function exportSettings(actor: Actor): Promise<SettingsFile> {
  const site = await getSettings(actor);
  const set = SITE_FIELDS.filter((field) => site[field] !== null).map((field) => [field, site[field]]);
  const pictures: Record<string, string> = {};
  for (const picture of SITE_PICTURES) {
    const id = site[pictureField(picture)]?.split('/').at(-1);
    const file = id ? await readMedia(id, 'picture') : null;
    if (file) pictures[picture] = `data:image/webp;base64,${file.bytes.toString('base64')}`;
  }
  return { ...Object.fromEntries(set), ...(Object.keys(pictures).length > 0 ? { pictures } : {}) };
}

/** Replaces all settings by a file: fields it omits get their default. @param input a SettingsFile */
export async function importSettings(actor: Actor, input: unknown): Promise<SettingsRecord> {
  requireAdmin(actor);
  // All of it is checked before the first picture is decoded, the most expensive step.
  const document = readPatch(input);
  const { pictures = {} } = check(SettingsFilePictures, input);
  const files = SITE_PICTURES.map((picture) => [picture, readDataUrl(picture, pictures[picture])] as const);
  const change: Record<string, unknown> = {};
  for (const field of SITE_FIELDS) change[field] = document[field] ?? null;
  for (const [picture, bytes] of files) {
    change[pictureField(picture)] = bytes ? await storePicture(picture, bytes) : null;
  }
  return updateSettings(actor, change);
}

function readDataUrl(picture: SettingsPicture, text: string | undefined): Buffer | null {
  if (text === undefined) return null;
  const data = DATA_URL.exec(text)?.[1];
  if (data === undefined)
    throw fieldError('pictures', `"pictures" (/pictures/${picture}) must be a data: URL of a picture.`);
  return Buffer.from(data, 'base64');
}
