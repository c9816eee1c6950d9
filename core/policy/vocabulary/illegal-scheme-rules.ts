// Criminal trades told by what only they say together; the vocabulary is in `illegal-schemes.ts`.
import type { PolicyRule } from '../engine/types.js';

/** Something dealt in, and evidence about it: sets with the characters between them and the subject, at most. */
function scheme(
  id: string,
  all: readonly string[],
  reason: string,
  unless: readonly string[] = [],
): PolicyRule {
  return {
    id: `illegal.${id}`,
    category: 'illegal',
    all,
    weight: 10,
    unless: ['protect', 'knowledge', 'stage', ...unless],
    excusedByTitle: true,
    reason,
  };
}

export const ILLEGAL_SCHEME_RULES: readonly PolicyRule[] = [
  {
    ...scheme('exam-proxy', ['exam.name', 'exam.proxy#110', 'exam.proxy#150'], 'Somebody else sits the exam'),
    unless: ['protect', 'stage'],
  },
  scheme(
    'vaccine-entry',
    ['vaccine.name', 'vaccine.skipped#110', 'vaccine.entry#150', 'vaccine.entry|id.paper|covert#150'],
    'Proof of vaccines or tests never given',
  ),
  scheme(
    'wildlife-part',
    ['wildlife.part', 'wildlife.sign#90', 'wildlife.sign|sale|covert#130'],
    'Parts of protected animals, or the animals',
    ['play', 'fashion', 'software'],
  ),
  scheme('con', ['con.mark', 'con.trick#110', 'con.trick#150'], 'Strangers talked out of their money', [
    'play',
  ]),
  scheme(
    'brand-copy',
    ['brand.goods', 'brand.copy#80', 'brand.copy|brand.likeness|covert#130'],
    'Copies sold under a maker’s name',
    ['software'],
  ),
  scheme('home-printed', ['note.name', 'note.passes#70', 'note.passes#120'], 'Counterfeit money'),
  scheme(
    'card-alive',
    ['card.name', 'card.alive#60', 'card.alive|card.checked|covert#110'],
    'Other people’s cards and balances',
    ['play', 'licensed'],
  ),
  scheme('loot', ['loot.name', 'loot.sign#70', 'loot.sign#120'], 'Stolen goods', ['play']),
  scheme(
    'burglary',
    ['house', 'house.robbed#90', 'house.robbed#140'],
    'Burglary by those who hold the keys',
    ['play'],
  ),
  scheme(
    'bribe',
    ['bribe.thing', 'bribe.hand#70', 'bribe.hand|covert#130'],
    'Officials who are paid to look away',
    ['play'],
  ),
  scheme(
    'inside-news',
    ['stock.name', 'stock.inside#80', 'stock.inside|profit|too.good|covert#140'],
    'Trading on what is not public',
    ['play'],
  ),
  scheme(
    'sham-work',
    ['sham.paper', 'sham.empty#60', 'sham.empty|dirty.money|covert#120'],
    'Sham invoices and staff',
  ),
  scheme('code-taken', ['code.name', 'code.taken#80', 'code.taken#120'], 'Codes talked out of their owners', [
    'play',
  ]),
  {
    ...scheme(
      'malware-unseen',
      ['malware.name', 'malware.unseen#80', 'malware.unseen#130'],
      'Malware that must not be noticed',
    ),
    unless: ['knowledge', 'stage', 'play'],
  },
  scheme(
    'visa-sham',
    ['visa.sham', 'visa.paper#80', 'visa.paper|visa.office#130'],
    'Marriages and jobs for the papers alone',
    ['play'],
  ),
  scheme(
    'kyc-other',
    ['kyc.account', 'kyc.other#80', 'kyc.other|covert#130'],
    'Accounts in other people’s names',
  ),
  scheme('data-taken', ['data.name', 'data.taken#80', 'data.taken|covert#130'], 'Data that was stolen', [
    'play',
  ]),
  scheme('peep', ['peep.device', 'peep.place#60', 'secretly#100'], 'Watching people in secret', ['play']),
  scheme(
    'car-trick',
    ['car.part', 'car.trick#50', 'car.trick|sale|covert#110'],
    'Cars with a false past, or other people’s',
    ['play'],
  ),
  scheme('excise', ['excise.goods', 'excise.unpaid#60'], 'Goods smuggled past the customs', ['software']),
  scheme('relic', ['relic.name', 'relic.dug#80', 'relic.dug|sale|covert#130'], 'Looted antiquities', [
    'play',
  ]),
  scheme(
    'windfall',
    ['windfall', 'fee.first#80', 'fee.first#130'],
    'A fee first, for a fortune that never comes',
    ['play', 'licensed', 'software'],
  ),
  scheme('bait', ['bait.name', 'bait.vanish#80'], 'Shops and flats that do not exist', ['play']),
  scheme('sick-note', ['sick.note', 'sick.sham#80', 'sick.sham#130'], 'Doctors’ notes without a doctor'),
  scheme(
    'gun-blind',
    ['gun.slang', 'gun.blind#60', 'gun.blind|gun.sure|covert#100'],
    'Guns without number or papers',
    ['licensed'],
  ),
  scheme(
    'border',
    [
      'border.name',
      'border.hidden#90',
      'border.hidden|border.crossed#130',
      'border.hidden|border.crossed#160',
    ],
    'People smuggled over a border',
    ['play', 'licensed', 'software'],
  ),
  {
    ...scheme('degree', ['degree', 'degree.bought#80', 'degree.bought#140'], 'Degrees without the years'),
    unless: ['protect', 'stage'],
  },
  scheme('files-held', ['files.held', 'files.ransom#80', 'files.ransom#120'], 'Files held for ransom', [
    'play',
  ]),
  scheme('gun-finish', ['gun.blank', 'gun.finish#80', 'gun.finish#130'], 'Guns sold nearly finished', [
    'goods',
  ]),
];
