import { Type } from '@sinclair/typebox';
import { expect } from 'chai';
import { check, findUnknownFields } from '../../core/kernel/check.js';
import { DomainError } from '../../core/kernel/errors.js';
import { line, newPassword, optionalList, optionalText, optionalWord } from '../../core/kernel/schema.js';

const Sample = Type.Object({
  name: line(5),
  note: Type.Optional(optionalText(10, { 'x-text': 'multiline' })),
  kind: Type.Optional(optionalWord(['a', 'b'])),
  tags: Type.Optional(optionalList(line(3), 2)),
  password: Type.Optional(newPassword()),
});

function errorsOf(input: unknown) {
  try {
    check(Sample, input);
  } catch (error) {
    if (error instanceof DomainError)
      return (error.details.errors ?? [{ path: '', code: error.code }]).map(
        ({ path, code }) => `${path} ${code}`,
      );
    throw error;
  }
  return [];
}

describe('check', () => {
  it('trims, composes, and reads an empty text in a nullable field as null', () => {
    expect(check(Sample, { name: '  e\u0301 ', note: ' ', kind: '', tags: [' x '] })).to.deep.equal({
      name: 'é',
      note: null,
      kind: null,
      tags: ['x'],
    });
  });

  it('keeps what is left out left out, null null, and drops what it does not know', () => {
    expect(check(Sample, { name: 'x', kind: null, other: 1 })).to.deep.equal({ name: 'x', kind: null });
    expect(check(Sample, { name: 'x', note: undefined })).to.deep.equal({ name: 'x' });
  });

  it('leaves passwords as they were typed', () => {
    expect(check(Sample, { name: 'x', password: '  spaced e\u0301 ' }).password).to.equal(
      '  spaced e\u0301 ',
    );
  });

  it('counts code points', () => {
    expect(errorsOf({ name: '😀'.repeat(5) })).to.deep.equal([]);
    expect(errorsOf({ name: '😀'.repeat(6) })).to.deep.equal(['/name too_long']);
  });

  it('reads any line end as one, in text of several lines only', () => {
    expect(check(Sample, { name: 'x', note: 'a\r\nb\rc\td' }).note).to.equal('a\nb\nc\td');
    expect(errorsOf({ name: 'a\tb' })).to.deep.equal(['/name unreadable_text']);
    expect(errorsOf({ name: 'a\u2028b' })).to.deep.equal(['/name unreadable_text']);
  });

  it('refuses text that cannot be stored', () => {
    for (const bad of ['\0', '\u0007', '\u007f', '\u0085', '\ud800', '\udc00x']) {
      expect(errorsOf({ name: `a${bad}b` }), JSON.stringify(bad)).to.deep.equal(['/name unreadable_text']);
    }
  });

  it('tells every offending field once, in the order of the schema', () => {
    expect(errorsOf({ tags: ['long', 'x', 'y'], kind: 'c', note: 7 })).to.deep.equal([
      '/name required',
      '/note wrong_type',
      '/kind not_allowed',
      '/tags too_many',
      '/tags/0 too_long',
    ]);
    expect(errorsOf([])).to.deep.equal([' validation_error']);
    expect(errorsOf(null)).to.deep.equal([' validation_error']);
  });

  it('is not fooled by inherited names', () => {
    expect(errorsOf(JSON.parse('{"__proto__": {"name": "x"}, "constructor": 1}'))).to.deep.equal([
      '/name required',
    ]);
  });

  it('names unknown fields, with the nearest known one where one is close', () => {
    const warnings = findUnknownFields(['tagline', 'name'], { tagine: 1, zzz: 2, name: 3 });
    expect(warnings.map((warning) => warning.field)).to.deep.equal(['tagine', 'zzz']);
    expect(warnings[0]?.error).to.contain('"tagline"');
    expect(warnings[1]?.error).to.not.contain('mean');
  });
});
