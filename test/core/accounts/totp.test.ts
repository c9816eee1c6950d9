import { expect } from 'chai';
import {
  base32,
  codeAt,
  matchingStep,
  stepAt,
  totpUri,
} from '../../../core/accounts/second-factor/factors.js';
import { codeOf } from '../../helpers/codes.js';

describe('time-based one-time passwords', () => {
  const secret = Buffer.from('12345678901234567890');

  it('are those of RFC 6238, appendix B, at six digits', () => {
    const vectors: [seconds: number, code: string][] = [
      [59, '287082'],
      [1_111_111_109, '081804'],
      [1_111_111_111, '050471'],
      [1_234_567_890, '005924'],
      [2_000_000_000, '279037'],
      [20_000_000_000, '353130'],
    ];
    for (const [seconds, code] of vectors) expect(codeAt(secret, stepAt(seconds * 1000))).to.equal(code);
  });

  it('are accepted one step early and late, and no more', () => {
    const now = 1_700_000_010_000;
    const step = stepAt(now);
    for (const skew of [-1, 0, 1])
      expect(matchingStep(secret, codeAt(secret, step + skew), now)).to.equal(step + skew);
    for (const skew of [-2, 2]) expect(matchingStep(secret, codeAt(secret, step + skew), now)).to.equal(null);
    for (const wrong of ['', '12345', '1234567', '١٢٣٤٥٦', '0x1234']) {
      expect(matchingStep(secret, wrong, now)).to.equal(null);
    }
  });

  it('have secrets in base32 as RFC 4648 gives them, in addresses that apps read', () => {
    expect(
      ['f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map((text) => base32(Buffer.from(text))),
    ).to.deep.equal(['MY', 'MZXQ', 'MZXW6', 'MZXW6YQ', 'MZXW6YTB', 'MZXW6YTBOI']);
    const uri = totpUri(secret, { issuer: 'Tools & more', account: 'ada+x@example.com' });
    expect(uri).to.equal(
      'otpauth://totp/Tools%20%26%20more:ada%2Bx%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Tools%20%26%20more&digits=6&period=30',
    );
    expect(codeOf(uri)).to.equal(codeAt(secret, stepAt(Date.now())));
  });
});
