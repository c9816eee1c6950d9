import { type Request, type Response, Router } from 'express';
import { listKeys, mintKey, revokeKey } from '../../../core/accounts/keys.js';
import { type MintedKey, NewKey } from '../../../core/accounts/schema.js';
import { DomainError } from '../../../core/kernel/errors.js';
import { EMPTY_FORM, type FormState, formSteps, runForm, sendForm, textOf, valuesOf } from '../form/form.js';
import { formAttributes } from '../form/form-fields.js';
import { memberOf, requireSignIn } from '../view/visitor.js';

const FIELDS = [
  formAttributes(NewKey, 'name', { label: 'Name', hint: 'Where it will be used: “laptop”, “release bot”.' }),
];

export function keyPages(): Router {
  const router = Router();
  router.get('/account/keys', requireSignIn, (req, res) => showKeys(req, res));
  router.post('/account/keys', requireSignIn, ...formSteps(), async (req, res) => {
    const name = textOf(valuesOf(req), 'name');
    await runForm(
      res,
      { name },
      // Shown in the answer itself: a secret has no place in an address or a session.
      async () => showKeys(req, res, EMPTY_FORM, 201, (await mintKey(memberOf(res), { name })).api_key),
      (form, status) => showKeys(req, res, form, status),
    );
  });
  router.post('/account/keys/:id/revoke', requireSignIn, ...formSteps(), async (req, res) => {
    // Revoked in another tab, or by a second click: what was asked for is so.
    await revokeKey(memberOf(res), String(req.params.id)).catch((error: unknown) => {
      if (!(error instanceof DomainError) || error.code !== 'not_found') throw error;
    });
    res.redirect(303, '/account/keys?done=key-revoked');
  });
  return router;
}

async function showKeys(
  req: Request,
  res: Response,
  form: FormState = EMPTY_FORM,
  status = 200,
  minted: MintedKey | null = null,
): Promise<void> {
  const { api_keys: keys } = await listKeys(memberOf(res));
  await sendForm(
    req,
    res,
    'keys/index',
    { head: { title: 'API keys' }, keys, minted, fields: FIELDS },
    form,
    status,
  );
}
