// Words that name something prohibited or offer it. Alone they prove nothing; a text that the model finds
// violating is refused only if it has some, and the refusal quotes them.
import type { PolicyCategory, PolicyRule } from '../engine/types.js';
import { either, list, near, type SetId } from './sets.js';

const APART = 60;

/** @param told words that suffice alone @param things traded things @param offers words that offer them */
function naming(
  category: PolicyCategory,
  reason: string,
  { told, things, offers }: Record<'told' | 'things' | 'offers', readonly SetId[]>,
): PolicyRule[] {
  const rule = { category, effect: 'name', unless: [] } as const;
  return [
    {
      ...rule,
      id: `${category}.offered`,
      all: [either(...things), near(APART, ...offers)],
      reason: `${reason}, offered`,
    },
    { ...rule, id: `${category}.named`, all: [either(...told)], reason },
  ];
}

export const NAMING_RULES: readonly PolicyRule[] = [
  ...naming('adult', 'Sexual wording', {
    told: list(
      'adult.sold porn prostitution undress escort.word intimate.offer upstairs paid.dating one.hand',
    ),
    things: list(`porn prostitution undress escort.word intimate.offer sexual provider.slang lewd.talk
      virtual.partner intimate.wear bare night one.hand paid.dating`),
    offers:
      list(`media show rate night trade sale worn extras sexual intimate.offer covert service escort person
      picture.of`),
  }),
  ...naming('drugs', 'Wording of drugs and medicines', {
    told: list('drugs.sold drug medicine.hard drug.offer lean'),
    things:
      list(`drug drug.maybe street.core street medicine medicine.hard drug.offer drug.offer.weak head lean
      dose.strong`),
    offers: list('sale trade drop covert amount dose no.doctor contact dose.strong carrier'),
  }),
  ...naming('illegal', 'Wording of crime', {
    told: list(`illegal.sold csam weapon.offer forgery carding cybercrime scam piracy violence wildlife weapon.hard stolen.adj
      mule.act fee.first gun.blind id.strong card.alive loot.sign degree.bought note.passes login.capture
      house.robbed`),
    things:
      list(`crime crime.word weapon weapon.foreign weapon.hard false.adj stolen.adj dirty.money shady id.false
      id.strong wildlife wildlife.part malware.name gun.slang rigged unpaid con.mark kyc.other
      loot.sign bribe.hand border.hidden people.trade people.only exam.proxy secretly harm.verb
      brand.copy car.trick relic.dug sick.sham vaccine.skipped degree.bought note.passes card.alive files.ransom
      code.taken data.taken stock.inside sham.empty excise.unpaid break.in fee.first bait.vanish mule.act
      login.capture`),
    offers:
      list(`crime.offer covert sale trade service id.paper stolen.thing card.name data.name code.name account
      rating harm.pay harm.object media.paid profit exam.name sick.note degree vaccine.name brand.goods loot.name
      note.name kyc.account car.part relic.name spouse phone.secrets other.people bribe.thing stock.name sham.paper
      house files.held windfall bait.name visa.paper visa.sham excise.goods border.name mule.account login.page
      people.trade.act`),
  }),
];
