// What people might search for among the demo listings, and the expected results: judged from the listings alone,
// before any search was run. `best` is what is meant (grade 2), `partly` what also helps (grade 1), both by name.

export interface JudgedSearch {
  readonly q: string;
  /** known: one product, by its name; need: whatever serves. */
  readonly set: 'known' | 'need';
  readonly kind: string;
  readonly best: readonly string[];
  readonly partly: readonly string[];
}

const known = (kind: string, searches: Record<string, string>): JudgedSearch[] =>
  Object.entries(searches).map(([q, name]) => ({ q, set: 'known', kind, best: [name], partly: [] }));
const need = (
  kind: string,
  searches: Record<string, readonly [best: string[], partly?: string[]]>,
): JudgedSearch[] =>
  Object.entries(searches).map(([q, [best, partly = []]]) => ({ q, set: 'need', kind, best, partly }));

export const JUDGED_SEARCHES: readonly JudgedSearch[] = [
  ...known('exact', {
    kilnform: 'Kilnform',
    'tidewater notes': 'Tidewater Notes',
    'Beekeeper’s Log': 'Beekeeper’s Log',
    'Old Grove': 'Old Grove',
  }),
  ...known('mistyped', {
    quilwright: 'Quillwright',
    palisaed: 'Palisade',
    'turnstyle analytics': 'Turnstile Analytics',
    whetsone: 'Whetstone',
    'parchmnet mail': 'Parchment Mail',
    hearthsied: 'Hearthside',
  }),
  ...known('joined or split', {
    swatchboook: 'Swatchbook',
    'spar row hawk': 'Sparrowhawk',
    lintersans: 'Linter Sans',
    'stack fold': 'Stackfold',
    pocketfoundry: 'Pocket Foundry',
    'over story': 'Overstory',
  }),
  ...known('begun', {
    understu: 'Understudy',
    locksmi: 'Locksmith Row',
    semaph: 'Semaphore Street',
    clerest: 'Clerestory',
  }),
  ...known('part of the name', {
    'bright ledger': 'Bright Ledger Export & Reconciliation Toolkit for Non-Profits',
    trellis: 'Trellis CRM',
    fernleaf: 'Fernleaf Registrar',
    abacus: 'Abacus Club',
  }),
  ...need('keywords', {
    'password manager': [['Locksmith Row'], ['Palisade']],
    'uptime monitoring': [['Nightjar']],
    'price tracking competitors': [['Sparrowhawk']],
    'domain registrar': [['Fernleaf Registrar'], ['Domino Lane']],
    'newsletter tool': [['Parchment Mail'], ['Paperboy']],
    'feature flags': [['Switchyard']],
    'color palette': [['Swatchbook']],
    'landing page builder': [['Cobbler']],
    'chess lessons': [['Rookery']],
    'expense splitting': [['Tally Stick'], ['Ledgerling']],
  }),
  ...need('sentences', {
    'how can I back up my files and be sure that they can be restored': [['Outpost']],
    'something that reads my receipts and does the accounting': [['Ledgerling'], ['Stackfold']],
    'I want to learn a trade on the bus': [['Whetstone']],
    'plan the shifts of my staff': [['Roundhouse']],
    'where can I rent a van for an hour': [['Moorings']],
    'let customers vote on what we build next': [['Overstory']],
    'build an app for my phone without programming': [['Pocket Foundry'], ['Loomery', 'Cobbler', 'Ferryman']],
    'teach my children maths': [['Abacus Club']],
    'turn the pages of sheet music without hands': [['Zither']],
    'which flowers to plant in my garden': [['Foxglove']],
  }),
  ...need('other words', {
    'help desk': [
      ['Hearthside', 'Vellum Desk'],
      ['Harbour Chat', 'Switchyard'],
    ],
    'rss reader': [['Paperboy']],
    'note taking': [['Tidewater Notes'], ['Hearthside']],
    genealogy: [['Old Grove']],
    authentication: [['Wicket'], ['Palisade']],
    'website search': [['Haystack Zero'], ['Vellum Desk']],
    'chatbot for my site': [['Harbour Chat']],
    'llm evaluation': [['Mosaic Bench']],
    'web analytics': [['Plumbob'], ['Turnstile Analytics']],
    'etl integration': [['Ferryman'], ['Loomery']],
    'social media scheduling': [['Semaphore Street']],
    'e-signature': [['Copperplate']],
  }),
  ...need('mistyped', {
    'pasword manger': [['Locksmith Row'], ['Palisade']],
    'acounting receits': [['Ledgerling'], ['Stackfold']],
    'documentaion site': [['Clerestory']],
    'vidoe conference webinar': [['Greenroom']],
    beekeping: [['Beekeeper’s Log']],
  }),
  ...need('features', {
    'works offline markdown': [['Tidewater Notes'], ['Pocket Foundry']],
    'no cookies': [['Plumbob'], ['Parchment Mail']],
    'passkeys sign-in': [['Wicket']],
    'export svg': [['Inkwell Grid']],
    opentelemetry: [['Orrery']],
    'self-hosted code review': [['Second Reader']],
    'direct debit': [['Standing Order']],
    'zero downtime deploy': [['Gantry']],
  }),
];
