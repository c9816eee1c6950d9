// Criminal trades that avoid their names: recognised by two or three phrases that no innocent case combines.
import type { PolicyCategory, PolicyRule } from '../engine/types.js';
import { type Evidence, either, list, near, type SetId } from './sets.js';

/** A traded thing, evidence about it, and the topics that excuse both in the same sentence. */
function scheme(
  id: string,
  reason: string,
  [thing, ...others]: readonly [SetId, ...Evidence[]],
  unless = '',
): PolicyRule {
  const category = id.split('.', 1)[0] as PolicyCategory;
  const all = [either(thing), ...others];
  return { id, category, effect: 'refuse', all, unless: list(unless), reason };
}

const OFFERED = 120;

/** A crime told in a sentence, in words that are innocent by themselves, and offered to the reader (`offered.us`). */
function offered(id: string, reason: string, ...[thing, ...others]: readonly [SetId, ...Evidence[]]) {
  const us = near(OFFERED, 'offered.us');
  return scheme(
    id,
    reason,
    [thing, ...others, us],
    'protect protect.before knowledge study play stage licensed offered.told',
  );
}

export const SCHEME_RULES: readonly PolicyRule[] = [
  offered(
    'illegal.laundering-offered',
    'Money laundering offered',
    'offered.money',
    near(30, 'offered.launder'),
    near(80, 'offered.hidden.firm'),
  ),
  offered(
    'illegal.hacking-offered',
    'Other people’s accounts and phones opened',
    'offered.victim',
    near(60, 'offered.account'),
    near(80, 'offered.hack'),
  ),
  offered(
    'illegal.beating-offered',
    'Violence for pay',
    'offered.body',
    near(25, 'offered.hurt'),
    near(90, 'offered.debt'),
  ),
  offered(
    'illegal.outage-offered',
    'Attacks on other people’s sites',
    'offered.site',
    near(60, 'offered.knock'),
  ),
  offered('illegal.stolen-offered', 'Stolen cards and accounts', 'offered.stolen', near(25, 'offered.card')),
  offered(
    'adult.undressing-offered',
    'Software that undresses people',
    'offered.strip',
    near(100, 'offered.photo'),
    near(100, 'offered.person'),
  ),
  offered('illegal.fakes-offered', 'Forged papers and money', 'offered.fake', near(25, 'offered.paper')),
  offered('illegal.guns-offered', 'Weapons without papers', 'offered.gun', near(80, 'offered.unlicensed')),
  offered(
    'drugs.pills-offered',
    'Medicines without a prescription',
    'offered.pill',
    near(50, 'offered.unprescribed'),
  ),
  offered(
    'adult.company-offered',
    'Paid company',
    'offered.girls',
    near(60, 'offered.room'),
    near(100, 'offered.sex'),
  ),
  offered('illegal.people-offered', 'People as goods', 'offered.human', near(60, 'offered.bought')),
  { ...offered('drugs.drug-offered', 'An illegal drug offered', 'drug'), effect: 'flag' },
  scheme(
    'adult.provider',
    'The shorthand of sexual services',
    [
      'provider.slang',
      near(110, 'provider.slang', 'provider.sign', 'night'),
      near(150, 'provider.slang', 'provider.sign', 'rate'),
    ],
    'protect knowledge software',
  ),
  scheme(
    'adult.company',
    'Paid company, by how it is told',
    ['upstairs', near(130, 'upstairs'), near(170, 'upstairs', 'provider.sign', 'intimate.offer')],
    'protect health knowledge family study play licensed goods care fashion',
  ),
  scheme(
    'adult.worn',
    'Worn underwear for sale',
    ['intimate.wear', near(30, 'worn'), near(100, 'sale', 'trade', 'show', 'worn', 'covert')],
    'protect knowledge sportive',
  ),
  scheme('adult.host', 'An address of adult sites', ['host.adult']),
  scheme('illegal.csam', 'Sexual content with minors', ['csam'], 'protect knowledge fashion'),
  scheme(
    'illegal.abuse-images',
    'Pictures of child abuse on offer',
    ['abuse.images', near(60, 'abuse.access')],
    'protect knowledge health',
  ),
  scheme(
    'drugs.street-core',
    'A street name and how it is hidden',
    ['street.core', near(90, 'covert'), near(90, 'dose', 'dose.strong', 'amount'), near(90, 'street')],
    'protect knowledge study play health stage software goods',
  ),
  scheme(
    'drugs.lean',
    'Cough syrup for drinkers',
    ['lean', near(50, 'lean.sign'), near(100, 'lean.sign', 'lean', 'drop', 'covert')],
    'protect health knowledge licensed goods software',
  ),
  scheme(
    'drugs.head',
    'Something to take for what it does to the head',
    ['head', near(90, 'carrier'), near(130, 'contact', 'covert', 'drop', 'amount')],
    'protect knowledge study play health stage software',
  ),
  scheme(
    'illegal.mule',
    'Moving other people’s money through one’s account',
    ['mule.account', near(90, 'mule.act'), near(140, 'mule.act')],
    'protect knowledge study play health stage software',
  ),
  scheme(
    'illegal.papers-strong',
    'Papers that pretend',
    ['id.paper', near(55, 'id.strong')],
    'protect knowledge study play health stage software art',
  ),
  scheme(
    'illegal.harm',
    'Violence against people for pay',
    ['harm.object', near(45, 'harm.verb'), near(90, 'harm.pay'), near(140, 'harm.pay')],
    'protect knowledge study play health stage software goods',
  ),
  scheme(
    'illegal.harm-body',
    'Hurting people',
    ['harm.body', near(20, 'harm.verb'), near(90, 'harm.pay', 'harm.object')],
    'protect knowledge study play health stage goods',
  ),
  scheme(
    'illegal.site-attack',
    'Attacks on other people’s sites',
    ['site.victim', near(60, 'site.attack'), near(110, 'crime.offer')],
    'protect knowledge play',
  ),
  scheme(
    'illegal.break-in',
    'Breaking into other people’s accounts',
    [
      'break.in',
      near(30, 'account'),
      near(80, 'crime.offer', 'covert', 'secretly'),
      near(80, 'other.people'),
    ],
    'protect knowledge study play software',
  ),
  scheme(
    'illegal.unpaid-media',
    'Films, channels or software without paying their makers',
    ['unpaid', near(60, 'media.paid'), near(130, 'unpaid'), near(130, 'media.paid')],
    'protect knowledge study licensed',
  ),
  scheme(
    'illegal.exam-proxy',
    'Somebody else sits the exam',
    ['exam.name', near(110, 'exam.proxy'), near(150, 'exam.proxy')],
    'protect stage',
  ),
  scheme(
    'illegal.vaccine-entry',
    'Proof of vaccines or tests never given',
    [
      'vaccine.name',
      near(110, 'vaccine.skipped'),
      near(150, 'vaccine.entry'),
      near(150, 'vaccine.entry', 'id.paper', 'covert'),
    ],
    'protect knowledge stage',
  ),
  scheme(
    'illegal.brand-copy',
    'Copies sold under a maker’s name',
    ['brand.goods', near(80, 'brand.copy'), near(130, 'brand.copy', 'brand.likeness', 'covert')],
    'protect knowledge stage software',
  ),
  scheme(
    'illegal.home-printed',
    'Counterfeit money',
    ['note.name', near(70, 'note.passes'), near(120, 'note.passes')],
    'protect knowledge stage',
  ),
  scheme(
    'illegal.card-alive',
    'Other people’s cards and balances',
    ['card.name', near(60, 'card.alive'), near(110, 'card.alive', 'card.checked', 'covert')],
    'protect knowledge stage play licensed',
  ),
  scheme(
    'illegal.loot',
    'Stolen goods',
    ['loot.name', near(70, 'loot.sign'), near(120, 'loot.sign')],
    'protect knowledge stage play',
  ),
  scheme(
    'illegal.burglary',
    'Burglary by those who hold the keys',
    ['house', near(90, 'house.robbed'), near(140, 'house.robbed')],
    'protect knowledge stage play',
  ),
  scheme(
    'illegal.malware-unseen',
    'Malware that must not be noticed',
    ['malware.name', near(80, 'malware.unseen'), near(130, 'malware.unseen')],
    'knowledge stage play',
  ),
  scheme(
    'illegal.visa-sham',
    'Marriages and jobs for the papers alone',
    ['visa.sham', near(80, 'visa.paper'), near(130, 'visa.paper', 'visa.office')],
    'protect knowledge stage play',
  ),
  scheme(
    'illegal.excise',
    'Goods smuggled past the customs',
    ['excise.goods', near(60, 'excise.unpaid')],
    'protect knowledge stage software',
  ),
  scheme(
    'illegal.relic',
    'Looted antiquities',
    ['relic.name', near(80, 'relic.dug'), near(130, 'relic.dug', 'sale', 'covert')],
    'protect knowledge stage play',
  ),
  scheme(
    'illegal.windfall',
    'A fee first, for a fortune that never comes',
    ['windfall', near(80, 'fee.first'), near(130, 'fee.first')],
    'protect knowledge stage play licensed software',
  ),
  scheme(
    'illegal.bait',
    'Shops and flats that do not exist',
    ['bait.name', near(80, 'bait.vanish')],
    'protect knowledge stage play',
  ),
  scheme(
    'illegal.sick-note',
    'Doctors’ notes without a doctor',
    ['sick.note', near(80, 'sick.sham'), near(130, 'sick.sham')],
    'protect knowledge stage',
  ),
  scheme(
    'illegal.gun-blind',
    'Guns without number or papers',
    ['gun.slang', near(60, 'gun.blind'), near(100, 'gun.blind', 'gun.sure', 'covert')],
    'protect knowledge stage licensed',
  ),
  scheme(
    'illegal.border',
    'People smuggled over a border',
    [
      'border.name',
      near(90, 'border.hidden'),
      near(130, 'border.hidden', 'border.crossed'),
      near(160, 'border.hidden', 'border.crossed'),
    ],
    'protect knowledge stage play licensed software',
  ),
  scheme(
    'illegal.degree',
    'Degrees without the years',
    ['degree', near(80, 'degree.bought'), near(140, 'degree.bought')],
    'protect stage',
  ),
  scheme(
    'illegal.gun-finish',
    'Guns sold nearly finished',
    ['gun.blank', near(80, 'gun.finish'), near(130, 'gun.finish')],
    'protect knowledge stage goods',
  ),
];
