import { Type } from '@sinclair/typebox';
import { expect } from 'chai';
import { check, findUnknownFields } from '../../../core/kernel/check.js';
import { DomainError } from '../../../core/kernel/errors.js';
import {
  emailAddress,
  instant,
  line,
  newPassword,
  optionalList,
  optionalText,
  optionalWord,
} from '../../../core/kernel/schema.js';

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
  it('trims, normalises, and reads an empty text in a nullable field as null', () => {
    expect(check(Sample, { name: '  e\u0301 ', note: ' ', kind: '', tags: [' x '] })).to.deep.equal({
      name: 'é',
      note: null,
      kind: null,
      tags: ['x'],
    });
  });

  it('leaves omitted fields omitted and null null, and drops unknown fields', () => {
    expect(check(Sample, { name: 'x', kind: null, other: 1 })).to.deep.equal({ name: 'x', kind: null });
    expect(check(Sample, { name: 'x', note: undefined })).to.deep.equal({ name: 'x' });
  });

  it('refuses a leap second, which no Date has', () => {
    const Dated = Type.Object({ at: instant() });
    expect(check(Dated, { at: '2016-12-31T23:59:59Z' }).at).to.equal('2016-12-31T23:59:59Z');
    expect(() => check(Dated, { at: '2016-12-31T23:59:60Z' })).to.throw(DomainError);
  });

  it('leaves passwords as typed', () => {
    expect(check(Sample, { name: 'x', password: '  spaced e\u0301 ' }).password).to.equal(
      '  spaced e\u0301 ',
    );
  });

  it('counts code points', () => {
    expect(errorsOf({ name: '😀'.repeat(5) })).to.deep.equal([]);
    expect(errorsOf({ name: '😀'.repeat(6) })).to.deep.equal(['/name too_long']);
  });

  it('normalises line ends, in multi-line text only', () => {
    expect(check(Sample, { name: 'x', note: 'a\r\nb\rc\td' }).note).to.equal('a\nb\nc\td');
    expect(errorsOf({ name: 'a\tb' })).to.deep.equal(['/name unreadable_text']);
    expect(errorsOf({ name: 'a\u2028b' })).to.deep.equal(['/name unreadable_text']);
  });

  it('refuses text that cannot be stored', () => {
    for (const bad of ['\0', '\u0007', '\u007f', '\u0085', '\ud800', '\udc00x']) {
      expect(errorsOf({ name: `a${bad}b` }), JSON.stringify(bad)).to.deep.equal(['/name unreadable_text']);
    }
  });

  it('refuses code points that are not characters, which no page could contain', () => {
    for (const bad of ['\ufffe', '\uffff', '\ufdd0', '\u{1fffe}', '\u{10ffff}']) {
      expect(errorsOf({ name: `a${bad}b` }), JSON.stringify(bad)).to.deep.equal(['/name unreadable_text']);
      expect(errorsOf({ name: 'a', note: bad })).to.deep.equal(['/note unreadable_text']);
    }
  });

  it('refuses bidirectional control characters, but accepts right-to-left text', () => {
    for (const turn of [...'\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069']) {
      expect(errorsOf({ name: `a${turn}b` })).to.deep.equal(['/name unreadable_text']);
    }
    expect(errorsOf({ name: 'ملاحظ' })).to.deep.equal([]);
  });

  it('accepts as many combining marks on a letter as any language uses, and no more', () => {
    expect(errorsOf({ name: 'a', note: 'ệ́' })).to.deep.equal([]);
    expect(errorsOf({ name: 'a', note: `a${'\u0301'.repeat(31)}` })).to.deep.equal(['/note unreadable_text']);
    expect(errorsOf({ name: 'a', note: 'محمد ﷺ' })).to.deep.equal([]);
  });

  it('distinguishes email addresses from what a URL parser would make of them', () => {
    const isEmail = (email: string) => {
      try {
        check(Type.Object({ email: emailAddress() }), { email });
        return true;
      } catch {
        return false;
      }
    };
    for (const good of [
      'ada+list@example.com',
      'üser@bücher.example',
      'a@sub.example.co.uk',
      'a@例え.テスト',
    ]) {
      expect(isEmail(good), good).to.equal(true);
    }
    for (const bad of [
      'a@example.com/x y',
      'a@example.com?x=1',
      'a@example.com#x',
      'a@example.com:25',
      'a@ex%61mple.com',
      'a@x@example.com',
      'a@example.com\\x',
      'a@[127.0.0.1]',
      'a@127.0.0.1',
      'a@0x7f.1',
      'a@exam\u00adple.com',
      'a\u3000b@example.com',
      'a@example',
    ]) {
      expect(isEmail(bad), bad).to.equal(false);
    }
  });

  it('reports every invalid field once, in the order of the schema', () => {
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

  it('is not confused by inherited property names', () => {
    expect(errorsOf(JSON.parse('{"__proto__": {"name": "x"}, "constructor": 1}'))).to.deep.equal([
      '/name required',
    ]);
  });

  it('names unknown fields, with the nearest known one where there is one', () => {
    const warnings = findUnknownFields(['tagline', 'name'], { tagine: 1, zzz: 2, name: 3 });
    expect(warnings.map((warning) => warning.field)).to.deep.equal(['tagine', 'zzz']);
    expect(warnings[0]?.error).to.contain('"tagline"');
    expect(warnings[1]?.error).to.not.contain('mean');
  });
});
