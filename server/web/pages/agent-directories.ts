// Places that take a product submission, for people; /agent-directories.json and .csv are for programs.
import { type Request, type Response, Router } from 'express';
import { getCatalog, proposeEntry } from '../../../core/catalog/entries.js';
import { CatalogProposal } from '../../../core/catalog/schema.js';
import { answerGuestsFromKept } from '../../cache/cached-responses.js';
import { EMPTY_FORM, type FormState, formSteps, runForm, sendForm, textOf, valuesOf } from '../form/form.js';
import { formAttributes } from '../form/form-fields.js';
import { sendPage } from '../view/page.js';
import { accountOf, memberOf, requireSignIn } from '../view/visitor.js';

const FIELDS = [
  formAttributes(CatalogProposal, 'name', { label: 'Name', hint: null }),
  formAttributes(CatalogProposal, 'url', { label: 'Address', hint: null, attributes: { inputmode: 'url' } }),
  formAttributes(CatalogProposal, 'submit_url', {
    label: 'Address of its submission page',
    hint: null,
    attributes: { inputmode: 'url' },
  }),
  formAttributes(CatalogProposal, 'kind', {
    label: 'Kind',
    hint: '“startup directory”, “newsletter”, “curated list”.',
  }),
  formAttributes(CatalogProposal, 'notes', { label: 'Notes', hint: null }),
];

export function agentDirectoryPages(): Router {
  const router = Router();
  router.get('/agent-directories', answerGuestsFromKept, (req, res) => showCatalog(req, res));
  router.post('/agent-directories', requireSignIn, ...formSteps('listing-write'), async (req, res) => {
    const values = valuesOf(req);
    const input = Object.fromEntries(FIELDS.map(({ name }) => [name, textOf(values, name)]));
    await runForm(
      res,
      input,
      async () => {
        const { created } = await proposeEntry(memberOf(res), input);
        res.redirect(303, `/agent-directories?done=${created ? 'proposed' : 'proposed-known'}`);
      },
      (form, status) => showCatalog(req, res, form, status),
    );
  });
  return router;
}

async function showCatalog(
  req: Request,
  res: Response,
  form: FormState = EMPTY_FORM,
  status = 200,
): Promise<void> {
  const catalog = await getCatalog();
  const head = {
    title: 'Where to submit a product',
    description: 'A catalog of places that take product submissions free of charge, also as JSON and CSV.',
    canonical: '/agent-directories',
  };
  const data = { head, ...catalog, fields: FIELDS };
  // The form is for members; what guests see is the same for all of them.
  if (accountOf(res)) await sendForm(req, res, 'agent-directories/index', data, form, status);
  else await sendPage(req, res, 'agent-directories/index', { ...data, form });
}
