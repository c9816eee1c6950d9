import { expect } from 'chai';
import { explainContent, policyMessage, screenContent } from '../../core/policy.js';

describe('content policy', () => {
  it('quotes the words as they were typed, and names the field', () => {
    const finding = screenContent({
      name: 'Night Market',
      description: 'A quiet shop. We ship c\u200b0caine to every country, no questions asked.',
    });
    expect(finding).to.include({ category: 'drugs', field: 'description' });
    expect('A quiet shop. We ship c\u200b0caine to every country, no questions asked.').to.include(
      finding?.matched,
    );
  });

  it('lets the protection from a thing pass', () => {
    expect(
      screenContent({ name: 'Essex drug discovery', tagline: 'Scam detection for clinical trials' }),
    ).to.equal(null);
  });

  it('tells what was seen and what excused it, also when allowed', () => {
    const explanation = explainContent({ tagline: 'Detects counterfeit money at the till' });
    expect(explanation.finding).to.equal(null);
    expect(explanation.rules[0]).to.include({ id: 'illegal.forgery', excused: 'Detects' });
  });

  it('says in a refusal what was matched and how to appeal', () => {
    const finding = screenContent({ tagline: 'Buy cocaine online' });
    expect(finding && policyMessage(finding)).to.match(/cocaine.*tagline.*\/policy/);
  });
});
