// Style sheet, scripts and images of the pages, named by content hash.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Router } from 'express';
import { PACKAGE_ROOT } from '../../../core/kernel/package.js';
import { type Asset, sendAsset, toAsset } from '../../cache/cached-responses.js';
import { accentStyleAt, declarationsOf, inThemes } from './settings.js';

const ASSETS = pathToFileURL(join(PACKAGE_ROOT, 'views/assets/'));

/** The typeface of headings. */
const FACE = '@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff2';

/** The order of the cascade, after the themes: roles, elements, components, print. */
const STYLES =
  'tokens base layout header footer button field searchbox art card facets home blocks listing compare chart notice account own security prose print'.split(
    ' ',
  );

const CONSOLE_STYLES = 'head overview filters rows-table bulk-bar history record site review import'.split(
  ' ',
);

/** `site.css` → its asset; loaded on first use. */
const byName = new Map<string, Asset>();
const byUrl = new Map<string, Asset>();

const readText = (path: string) => readFileSync(new URL(path, ASSETS), 'utf8');

function readStyle(path: string): string {
  return readText(`${path}.css`)
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(?<!\s)\s*\n\s*/g, '\n')
    .trim();
}

const joinStyles = (folder: string, names: readonly string[]) =>
  names.map((name) => readStyle(`${folder}/${name}`)).join('\n');

/** Wraps each script in a block, so that they share no names. */
function joinScripts(folder: string): Buffer {
  const names = readdirSync(new URL(folder, ASSETS)).filter((name) => name.endsWith('.js'));
  const blocks = names.sort().map((name) => `{\n${readText(`${folder}${name}`)}}\n`);
  return Buffer.from(blocks.join(''));
}

function loadAssets(): void {
  const face = addAsset('face.woff2', readFileSync(createRequire(import.meta.url).resolve(FACE)));
  const [light = '', dark = ''] = ['light', 'dark'].map((name) =>
    declarationsOf(readStyle(`css/theme-${name}`)),
  );
  const style = `${inThemes(light, dark)}\n${joinStyles('css', STYLES)}`.replace('face.woff2', face.url);
  addAsset('site.css', Buffer.from(style));
  addAsset('site.js', joinScripts('js/'));
  // Styles and scripts of the console: visitors never load them.
  addAsset('admin.css', Buffer.from(joinStyles('admin', CONSOLE_STYLES)));
  addAsset('admin.js', joinScripts('admin/'));
  for (const name of readdirSync(new URL('img/', ASSETS)))
    addAsset(name, readFileSync(new URL(`img/${name}`, ASSETS)));
}

function addAsset(name: string, bytes: Buffer): Asset {
  const asset = toAsset(name, bytes);
  byName.set(name, asset);
  byUrl.set(asset.url, asset);
  return asset;
}

/** `assetUrl('site.css')` → `/assets/site.0a1b2c3d4e5f.css`. */
export function assetUrl(name: string): string {
  if (byName.size === 0) loadAssets();
  const asset = byName.get(name);
  if (asset === undefined) throw new Error(`There is no asset ${name} in views/assets.`);
  return asset.url;
}

/** An outdated hash is a 404. */
export function assetsRouter(): Router {
  const router = Router();
  router.get('/assets/:file', async (req, res, next) => {
    assetUrl('site.css');
    const asset = byUrl.get(req.path);
    const accent = asset ? null : accentStyleAt(req.path);
    const immutable = 'public, max-age=31536000, immutable';
    if (asset) await sendAsset(req, res, asset, immutable);
    else if (accent) res.type('css').set('Cache-Control', immutable).send(accent);
    else next();
  });
  return router;
}
