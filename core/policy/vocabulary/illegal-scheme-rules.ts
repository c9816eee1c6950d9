// Criminal trades, recognised by combinations of words that only they use; the vocabulary is in `illegal-schemes.ts`.
import type { PolicyRule } from '../engine/types.js';
import { near, type Part, type SetId } from './sets.js';

/** A traded thing, and evidence about it: sets with the maximum number of characters between them and the subject. */
function scheme(
  id: string,
  all: readonly (SetId | Part)[],
  reason: string,
  unless: readonly SetId[] = [],
): PolicyRule {
  return {
    id: `illegal.${id}`,
    category: 'illegal',
    all,
    weight: 10,
    unless: ['protect', 'knowledge', 'stage', ...unless],
    reason,
  };
}

export const ILLEGAL_SCHEME_RULES: readonly PolicyRule[] = [
  {
    ...scheme(
      'exam-proxy',
      ['exam.name', near(110, 'exam.proxy'), near(150, 'exam.proxy')],
      'Somebody else sits the exam',
    ),
    unless: ['protect', 'stage'],
  },
  scheme(
    'vaccine-entry',
    [
      'vaccine.name',
      near(110, 'vaccine.skipped'),
      near(150, 'vaccine.entry'),
      near(150, 'vaccine.entry', 'id.paper', 'covert'),
    ],
    'Proof of vaccines or tests never given',
  ),
  scheme(
    'wildlife-part',
    ['wildlife.part', near(90, 'wildlife.sign'), near(130, 'wildlife.sign', 'sale', 'covert')],
    'Parts of protected animals, or the animals',
    ['play', 'fashion', 'software'],
  ),
  scheme(
    'con',
    ['con.mark', near(110, 'con.trick'), near(150, 'con.trick')],
    'Strangers talked out of their money',
    ['play'],
  ),
  scheme(
    'brand-copy',
    ['brand.goods', near(80, 'brand.copy'), near(130, 'brand.copy', 'brand.likeness', 'covert')],
    'Copies sold under a maker’s name',
    ['software'],
  ),
  scheme(
    'home-printed',
    ['note.name', near(70, 'note.passes'), near(120, 'note.passes')],
    'Counterfeit money',
  ),
  scheme(
    'card-alive',
    ['card.name', near(60, 'card.alive'), near(110, 'card.alive', 'card.checked', 'covert')],
    'Other people’s cards and balances',
    ['play', 'licensed'],
  ),
  scheme('loot', ['loot.name', near(70, 'loot.sign'), near(120, 'loot.sign')], 'Stolen goods', ['play']),
  scheme(
    'burglary',
    ['house', near(90, 'house.robbed'), near(140, 'house.robbed')],
    'Burglary by those who hold the keys',
    ['play'],
  ),
  scheme(
    'bribe',
    ['bribe.thing', near(70, 'bribe.hand'), near(130, 'bribe.hand', 'covert')],
    'Officials who are paid to look away',
    ['play'],
  ),
  scheme(
    'inside-news',
    ['stock.name', near(80, 'stock.inside'), near(140, 'stock.inside', 'profit', 'too.good', 'covert')],
    'Trading on what is not public',
    ['play'],
  ),
  scheme(
    'sham-work',
    ['sham.paper', near(60, 'sham.empty'), near(120, 'sham.empty', 'dirty.money', 'covert')],
    'Sham invoices and staff',
  ),
  scheme(
    'code-taken',
    ['code.name', near(80, 'code.taken'), near(120, 'code.taken')],
    'Codes talked out of their owners',
    ['play'],
  ),
  {
    ...scheme(
      'malware-unseen',
      ['malware.name', near(80, 'malware.unseen'), near(130, 'malware.unseen')],
      'Malware that must not be noticed',
    ),
    unless: ['knowledge', 'stage', 'play'],
  },
  scheme(
    'visa-sham',
    ['visa.sham', near(80, 'visa.paper'), near(130, 'visa.paper', 'visa.office')],
    'Marriages and jobs for the papers alone',
    ['play'],
  ),
  scheme(
    'kyc-other',
    ['kyc.account', near(80, 'kyc.other'), near(130, 'kyc.other', 'covert')],
    'Accounts in other people’s names',
  ),
  scheme(
    'data-taken',
    ['data.name', near(80, 'data.taken'), near(130, 'data.taken', 'covert')],
    'Data that was stolen',
    ['play'],
  ),
  scheme(
    'peep',
    ['peep.device', near(60, 'peep.place'), near(100, 'secretly')],
    'Watching people in secret',
    ['play'],
  ),
  scheme(
    'car-trick',
    ['car.part', near(50, 'car.trick'), near(110, 'car.trick', 'sale', 'covert')],
    'Cars with a false past, or other people’s',
    ['play'],
  ),
  scheme('excise', ['excise.goods', near(60, 'excise.unpaid')], 'Goods smuggled past the customs', [
    'software',
  ]),
  scheme(
    'relic',
    ['relic.name', near(80, 'relic.dug'), near(130, 'relic.dug', 'sale', 'covert')],
    'Looted antiquities',
    ['play'],
  ),
  scheme(
    'windfall',
    ['windfall', near(80, 'fee.first'), near(130, 'fee.first')],
    'A fee first, for a fortune that never comes',
    ['play', 'licensed', 'software'],
  ),
  scheme('bait', ['bait.name', near(80, 'bait.vanish')], 'Shops and flats that do not exist', ['play']),
  scheme(
    'sick-note',
    ['sick.note', near(80, 'sick.sham'), near(130, 'sick.sham')],
    'Doctors’ notes without a doctor',
  ),
  scheme(
    'gun-blind',
    ['gun.slang', near(60, 'gun.blind'), near(100, 'gun.blind', 'gun.sure', 'covert')],
    'Guns without number or papers',
    ['licensed'],
  ),
  scheme(
    'border',
    [
      'border.name',
      near(90, 'border.hidden'),
      near(130, 'border.hidden', 'border.crossed'),
      near(160, 'border.hidden', 'border.crossed'),
    ],
    'People smuggled over a border',
    ['play', 'licensed', 'software'],
  ),
  {
    ...scheme(
      'degree',
      ['degree', near(80, 'degree.bought'), near(140, 'degree.bought')],
      'Degrees without the years',
    ),
    unless: ['protect', 'stage'],
  },
  scheme(
    'files-held',
    ['files.held', near(80, 'files.ransom'), near(120, 'files.ransom')],
    'Files held for ransom',
    ['play'],
  ),
  scheme(
    'gun-finish',
    ['gun.blank', near(80, 'gun.finish'), near(130, 'gun.finish')],
    'Guns sold nearly finished',
    ['goods'],
  ),
];
