import { expect } from 'chai';
import { compilePolicy } from '../../../core/policy/engine/compile.js';
import {
  contentPolicy,
  explainContent,
  type PolicyCategory,
  parseInstancePolicy,
  type ScreenedContent,
  screenContent,
} from '../../../core/policy/screening.js';

describe('the content policy', () => {
  it('quotes the words as typed, and names the field', () => {
    const description = 'A quiet shop. We ship c\u200b0caine to every country, no questions asked.';
    const finding = screenContent({ name: 'Night Market', description });
    expect(finding).to.include({ category: 'drugs', field: 'description' });
    expect(description).to.include(finding?.matched);
  });

  const DISGUISES: [trick: string, tagline: string][] = [
    ['digits for letters', 'C0c41ne for sale'],
    ['symbols for letters', 'C0ca!ne for $ale'],
    ['spaced letters', 'c o c a i n e for sale'],
    ['dots between letters', 'c.o.c.a.i.n.e for sale'],
    ['a letter a line', 'c\no\nc\na\ni\nn\ne for sale'],
    ['a word in two', 'coc aine for sale'],
    ['look-alike letters', 'Cосаіne for sale'],
    ['Greek letters', 'Cοcαιne for sale'],
    ['Latin letters in a Cyrillic word', 'Пpодажа кoкаинa'],
    ['invisible characters', 'co\u200dca\u2060ine for sale'],
    ['combining marks', 'c\u0336o\u0336c\u0336aine for sale'],
    ['full width', 'ｃｏｃａｉｎｅ for sale'],
    ['mathematical letters', '𝓬𝓸𝓬𝓪𝓲𝓷𝓮 for sale'],
    ['small capitals', 'ᴄᴏᴄᴀɪɴᴇ for sale'],
    ['boxed letters', '🅒🅞🅒🅐🅘🅝🅔 for sale'],
    ['flag letters', '🇨🇴🇨🇦🇮🇳🇪 for sale'],
    ['upside down', 'ǝuᴉɐɔoɔ ʎnq'],
    ['backwards', 'elas rof eniacoc'],
    ['stars', 'c*caine for sale'],
    ['stretched', 'cocaaaaine for sale'],
    ['HTML entities', 'co&#99;aine for sale'],
    ['HTML tags', 'co<b>ca</b>ine for sale'],
    ['alternating case', 'cOcAiNe FoR sAlE'],
    ['braille', '⠉⠕⠉⠁⠊⠝⠑ for sale'],
    ['run together', '#buycocaineonline'],
  ];
  for (const [trick, tagline] of DISGUISES) {
    it(`reads through ${trick}`, () => {
      const finding = screenContent({ name: 'Shop', tagline });
      expect(finding).to.include({ category: 'drugs', field: 'tagline' });
      expect(tagline).to.include(finding?.matched);
    });
  }

  const ADDRESSES = [
    'https://buycocaineonline.example',
    'https://shop.example/cocaine-for-sale',
    'https://shop.example/buy%20coca%69ne',
    'https://shop.example/buy%20%ff%63ocaine',
    'HTTPS://WWW.Buy-Cocaine.Example',
  ];
  for (const website_url of ADDRESSES) {
    it(`reads the address ${website_url}`, () => {
      const finding = screenContent({ name: 'Shop', website_url });
      expect(finding).to.include({ category: 'drugs', field: 'website_url' });
      expect(website_url).to.include(finding?.matched);
    });
  }

  it('decodes internationalised host names', () => {
    const website_url = 'https://xn--kokain-kufen-q8a.example';
    expect(screenContent({ website_url })?.field).to.equal('website_url');
  });

  const WELCOME: [why: string, content: ScreenedContent][] = [
    ['a place name', { name: 'Essex, Sussex and Scunthorpe estate agents' }],
    ['protection', { tagline: 'Detects stolen credit cards at checkout' }],
    ['recovery', { tagline: 'Recovery from cocaine addiction, day by day' }],
    ['a ban', { description: 'Weapons, drugs and adult content are not allowed.' }],
    ['a game', { tagline: 'A board game about a heist and a hitman' }],
    ['another sense', { tagline: 'Process control for coke ovens' }],
    ['a host that splits well', { website_url: 'https://therapistfinder.example' }],
    ['a host of two names', { name: 'Coco Caine', website_url: 'https://cococainekitchen.example' }],
    [
      'three equal letters in a host',
      { name: 'Bee Escorts', website_url: 'https://queenbeeescorts.example' },
    ],
    ['a short Russian word', { tagline: 'Помощь от зависимости: наркотики и алкоголь' }],
    ['a word of the trade in what guards', { tagline: 'Fentanyl test strips, free by post' }],
    [
      'a title that its description explains',
      { name: 'Counterfeit Pill Watch', description: 'A serial check helps to catch fake packs.' },
    ],
    ['what is not offered', { tagline: 'Wealthy men and women meet here; no allowance, no arrangements' }],
  ];
  for (const [why, content] of WELCOME) {
    it(`lets ${why} pass`, () => {
      expect(screenContent(content)).to.equal(null);
    });
  }

  it('accepts no disclaimer as a licence: the offer decides', () => {
    const finding = screenContent({
      tagline: 'For educational purposes only',
      description: 'Heroin and ketamine, shipped in plain parcels. Pay with Monero.',
    });
    expect(finding).to.include({ category: 'drugs', field: 'description' });
  });

  it('takes a name for no offer, an identifier for no word, and a list of words for none', () => {
    const APP = 'https://apps.example.com/app/amphetamine/id937984704';
    for (const content of [
      { name: 'Amphetamine: keep your Mac awake', tagline: 'Powerful keep-awake utility', website_url: APP },
      { name: 'Heroin', tagline: 'A JavaScript test runner' },
      { name: 'Words', tagline: 'hotels malware', features: ['hotels malware', 'garden'] },
    ])
      expect(screenContent(content), content.name).to.equal(null);
    for (const file of [
      '6b1483d4-7ab5-4c1e-9d4e-0c8e7a5bfa21/logo',
      '6b1483d4-7ab5/logo',
      'deadbeef420c0c41/x',
    ])
      expect(
        explainContent({
          name: 'Notes',
          tagline: 'For teams',
          logo_url: `https://cdn.example.com/${file}.png`,
        }),
      ).to.include({ verdict: 'clean' });
    expect(
      screenContent({ name: 'Amphetamine', tagline: 'Order speed, shipped in plain parcels' }),
    ).to.include({
      category: 'drugs',
    });
  });

  it('judges the same texts alike, whatever the name and the address beside them', () => {
    const TEXTS = [
      { tagline: 'Send invoices and get paid on time' },
      { tagline: 'A second passport within a week', description: 'Registered by our printer. Write to us.' },
      { tagline: 'Notes for teams', features: ['We hack the account of any person you name', 'Offline'] },
    ];
    for (const texts of TEXTS) {
      const verdicts = ['Billable', 'Fatura Pro', 'Invoice Ninja 3', 'Müller & Söhne', 'Zq7'].map((name) => {
        const website_url = `https://${name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}.example.com/app`;
        const { verdict, likelihood } = explainContent({ name, ...texts, website_url });
        return `${verdict} ${likelihood}`;
      });
      expect(new Set(verdicts).size, verdicts.join(', ')).to.equal(1);
    }
  });

  it('refuses no few words for being odd', () => {
    const ODD = [
      ['SyncAncient 824', 'Victim stale late'],
      ['Alpha echo', 'Second tiny first'],
      ['PageTwin 920', 'Not yours'],
      ['Aardvark relevance 2', 'No word of the others'],
      ['extra-5fe819', 'Notes brown echo'],
      ['Private 7e8e83', 'Not yours'],
    ];
    for (const [name, tagline] of ODD)
      for (const description of [undefined, 'You should never see this.', 'Description.']) {
        const content = { name, tagline, description, website_url: 'https://notes-7.example.com' };
        expect(screenContent(content), name).to.equal(null);
      }
  });

  it('refuses pictures of child abuse on offer, and welcomes those who report or detect them', () => {
    for (const tagline of ['Paid access to images of child abuse', 'Missbrauchsdarstellungen, Zugang kaufen'])
      expect(screenContent({ name: 'Archive', tagline, description: 'Members only.' })).to.include({
        category: 'illegal',
      });
    for (const tagline of ['Report images of child abuse anonymously', 'Missbrauchsdarstellungen melden'])
      expect(screenContent({ name: 'Hotline', tagline, description: 'We inform the police.' })).to.equal(
        null,
      );
  });

  it('refuses an offer whatever innocent name, number and text surround it', () => {
    const surroundings = {
      tagline: 'Notes for small teams.',
      description: 'Write notes and find them again.',
    };
    for (const offer of ['Buy cocaine online', 'Buy heroin online', 'Hire a hitman', 'Cheap fake passports'])
      for (const field of ['tagline', 'description'])
        for (let number = 0; number < 300; number += 7) {
          const content = { name: `Example Notes ${number}`, ...surroundings, [field]: offer };
          expect(screenContent(content), `${offer} in the ${field} of ${number}`).not.to.equal(null);
        }
  });

  const NO_EXCUSES: [why: string, category: PolicyCategory, content: ScreenedContent][] = [
    ['a guard that is denied', 'adult', { tagline: 'Hentai generator without a filter' }],
    [
      'a denial of something else',
      'illegal',
      { description: 'Should you have no original, our printers forge passports in any name.' },
    ],
    [
      'words to the reviewer',
      'illegal',
      { tagline: 'Trust and safety: skip checks', description: 'Counterfeit dollars, posted worldwide.' },
    ],
  ];
  for (const [why, category, content] of NO_EXCUSES) {
    it(`accepts ${why} as no excuse`, () => {
      expect(screenContent(content)).to.include({ category });
    });
  }

  it('matches stems within a phrase, too', () => {
    expect(screenContent({ tagline: 'Поддельные паспорта на заказ' })).to.include({ category: 'illegal' });
    const policy = compilePolicy({
      add: [{ category: 'illegal', terms: ['bett* tip*'], weight: 10, reason: 'Betting' }],
      exempt: { phrases: [], rules: [] },
    });
    expect(explainContent({ tagline: 'Our betting tipsters know' }, policy).finding?.matched).to.equal(
      'betting tipsters',
    );
    expect(explainContent({ tagline: 'Better tables, fewer tips' }, policy).finding).to.equal(null);
  });

  it('explains what matched and what excused it, also when allowed', () => {
    const explanation = explainContent({ tagline: 'Detects cocaine for sale in parcels' });
    expect(explanation.finding).to.equal(null);
    expect(explanation.rules.find(({ id }) => id === 'drugs.drug-close')).to.include({ excused: 'Detects' });
  });

  it('says in a refusal what matched and how to appeal', () => {
    const finding = screenContent({ tagline: 'Buy cocaine online' });
    const refusal = finding && contentPolicy(finding).message;
    expect(refusal).to.match(/cocaine.*tagline.*\/policy/);
  });

  it('reads hostile text in reasonable time', () => {
    const texts = [
      'cocaine '.repeat(500),
      'a '.repeat(2000),
      '*'.repeat(4000),
      'с'.repeat(4000),
      '<'.repeat(4000),
      'no cocaine '.repeat(350),
      'discocain'.repeat(440),
      'one hand '.repeat(440),
    ];
    for (const description of texts) screenContent({ description });
  }).timeout(5000);
});

describe('policy.json', () => {
  const refusal = (text: string) => {
    try {
      parseInstancePolicy(text, 'data/policy.json');
    } catch (error) {
      return (error as Error).message;
    }
    return null;
  };

  it('is reported with each mistake and its position', () => {
    expect(refusal('{')).to.match(/^data\/policy\.json: is not JSON/);
    expect(refusal('{"adds": []}')).to.match(/must NOT have additional properties/);
    expect(refusal('{"add": [{"category": "drugs", "terms": []}]}')).to.match(/\/add\/0/);
    expect(refusal('{"exempt": {"rules": ["adult.nothing"]}}')).to.match(
      /no rule of this version: "adult\.nothing"/,
    );
    expect(refusal('{}')).to.equal(null);
  });
});
