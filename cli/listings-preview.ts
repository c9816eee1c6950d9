// directory-admin listings preview
import { previewListing } from '../core/listings/preview.js';
import { type FormatOptions, formatOf, note, printFields, printJson, printJsonLine } from './output.js';
import { withSession } from './session.js';

export function previewSite(url: string, options: FormatOptions): Promise<void> {
  return withSession({}, async ({ actor }) => {
    const result = await previewListing(actor, { website_url: url });
    if (formatOf(options) === 'json') return printJson(result);
    // As a row for `listings import`.
    if (formatOf(options) === 'ndjson') return printJsonLine(result.preview);
    note(result.known ? `${result.note} ${result.known.url}` : result.note);
    printFields(
      Object.entries(result.preview).map(([field, value]) => [field, [value].flat().join(', ')] as const),
    );
  });
}
