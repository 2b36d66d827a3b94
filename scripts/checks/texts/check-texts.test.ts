import { expect, test } from 'vitest';
import { writeSourceTree } from '../kit/source-tree.ts';
import { Repository } from '../repository.ts';
import { checkTexts } from './check-texts.ts';

/** Problems of a console with one page and a Romanian catalogue. */
function problems(source: string, catalogue: Readonly<Record<string, string>> = {}): string[] {
  using tree = writeSourceTree({
    'console/src/page.tsx': source,
    'console/src/lib/i18n/catalogues/ro.json': JSON.stringify(catalogue),
  });
  return checkTexts(new Repository(tree.root)).problems;
}

test('a translated text has no problem', () => {
  expect(problems("t('Save');", { Save: 'Salvează' })).toEqual([]);
  expect(problems("rich('Open <a>it</a>', { a: wrap });", { 'Open <a>it</a>': '<a>Deschide</a>' })).toEqual(
    [],
  );
  expect(problems("t('Open', undefined, 'verb');", { 'Open [verb]': 'Deschide' })).toEqual([]);
});

const COUNT = '{count, plural, one {# call} other {# calls}}';

const CASES: [name: string, source: string, catalogue: Record<string, string>, problem: RegExp][] = [
  ['a missing translation', "t('Save');", {}, /ro\.json: no translation of “Save”/],
  ['an empty translation', "t('Save');", { Save: '' }, /no translation of “Save”/],
  ['a text that is gone', 'f();', { Save: 'Salvează' }, /nothing uses the text “Save”/],
  ['unsorted texts', "t('A'); t('B');", { B: 'B', A: 'A' }, /not sorted/],
  [
    'a lost value',
    "t('Call {name}', { name });",
    { 'Call {name}': 'Sună' },
    /has the values {2}instead of name/,
  ],
  [
    'a lost tag',
    "rich('<a>Log in</a>', { a });",
    { '<a>Log in</a>': 'Intră' },
    /has the values {2}instead of a/,
  ],
  [
    'a missing plural form',
    `t('${COUNT}', { count });`,
    { [COUNT]: '{count, plural, one {# apel} other {# de apeluri}}' },
    /no plural form few/,
  ],
  ['a broken message', "t('{name}', { name });", { '{name}': '{name' }, /“{name” is not an ICU message/],
  ['a value that is not passed', "t('Call {name}', { id });", {}, /page\.tsx:1 .* needs the values name/],
  ['a text that is no literal', 't(name);', {}, /The text of t is not a literal/],
  ['a plain text of an element', 'const a = <p>Save it</p>;', {}, /“Save it” is not translated/],
  ['a plain label', 'const a = <Field label="Name" />;', {}, /“Name” is not translated/],
  ['a plain title of an object', "const a = { title: 'Calls' };", {}, /“Calls” is not translated/],
];

test('emails have separate catalogues', () => {
  using tree = writeSourceTree({
    'server/src/modules/accounts/mails.ts': "t('Hello {name},', { name });",
    'server/src/mail/catalogues/ro.json': '{"Salut": "Salut"}',
  });
  expect(checkTexts(new Repository(tree.root)).problems).toEqual([
    'server/src/mail/catalogues/ro.json: no translation of “Hello {name},”',
    'server/src/mail/catalogues/ro.json: nothing uses the text “Salut”',
  ]);
});

test.each(CASES)('%s is a problem', (_name, source, catalogue, problem) => {
  expect(problems(source, catalogue)).toContainEqual(expect.stringMatching(problem));
});

test.each([
  ['code', 'const a = <code>Save it</code>;'],
  ['names of vendors', 'const a = <p>Twilio</p>;'],
  ['identifiers', 'const a = <Field label="user.name" name="Name" />;'],
  ['braces in a text without values', "t('Write {{name}}');"],
])('%s need no translation', (_name, source) => {
  expect(problems(source, source.includes("t('Write") ? { 'Write {{name}}': 'Scrie {{name}}' } : {})).toEqual(
    [],
  );
});
