// The policy in plain words: one text for the page, the service description and the documentation.
import type { PolicyCategory } from './engine/types.js';

/** What is not accepted, as the service description says it. */
export const PROHIBITED: Readonly<Record<PolicyCategory, string>> = {
  adult: 'Pornography, adult sexual content and sexual services.',
  drugs: 'Drugs, controlled substances and illegal pharmaceuticals.',
  illegal: 'Other illegal content, including weapons trafficking, scams and CSAM.',
};

/** The same with examples, for people. */
export const PROHIBITED_EXAMPLES: Readonly<Record<PolicyCategory, string>> = {
  adult:
    'Adult sites and cams, escorts, massage with more than massage, sexual chat bots, tools that undress people in pictures, sexual deepfakes.',
  drugs:
    'Street drugs under any name, cannabis by mail, medicines or steroids without a prescription, help to cheat drug tests.',
  illegal:
    'Untraceable weapons, forged papers and money, counterfeit brands, stolen cards and accounts, attacks and malware for hire, spying on a partner, guaranteed profits, laundering, bought reviews, pirated software and channels, violence for pay, trafficking of people, organs or protected wildlife, anything sexual with minors.',
};

/** What looks close and is welcome. */
export const WELCOME: readonly string[] = [
  'What protects people from these things, detects, treats, researches or regulates them: filters, recovery apps, fraud prevention, security tools for one’s own systems.',
  'Licensed medicine, sexual health and sex education, ordinary dating, lingerie.',
  'Legal goods with an age limit: wine, tobacco, knives, sport shooting, airsoft, licensed games of chance.',
  'Fiction, games, news and museums about any of it.',
];
