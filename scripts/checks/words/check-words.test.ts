import { describe, expect, it } from 'vitest';
import { writeSourceTree } from '../kit/source-tree.ts';
import { Repository } from '../repository.ts';
import { words } from '../words.ts';
import { checkWords } from './check-words.ts';

/** The signs in one file as `line excerpt`. */
function signs(file: string, text: string): string[] {
  using tree = writeSourceTree({ [file]: text });
  return checkWords(new Repository(tree.root)).flatMap(({ findings }) =>
    findings.map(({ line, excerpt }) => `${line} ${excerpt}`),
  );
}

const inCode = (text: string): string[] => signs('server/src/core/thing.ts', text);

describe('signs', () => {
  const cases: [name: string, text: string, expected: string[]][] = [
    ['in a comment', '// Closes it\n// for whoever waits.\n', ['2 Closes it for whoever waits.']],
    [
      'across the lines of a comment',
      '/**\n * Waits so\n * long as it lives.\n */\n',
      ['2 Waits so long as it lives.'],
    ],
    ['at the start of a comment', '/** What is kept. */\nf();\n', ['1 What is kept.']],
    ['once at the start', '/** Whatever is kept. */\nf();\n', ['1 Whatever is kept.']],
    ['in a string of two words', "f('begin anew');\n", ["1 'begin anew'"]],
    ['at the start of a test’s name', "it('what is gone', f);\n", ["1 'what is gone'"]],
    ['in a template', 'f(`Closes\n  anew`);\n', ['2 `Closes anew`']],
    ['in the comment of a query', 'f(`SELECT 1 -- in vain\n`);\n', ['1 in vain']],
    [
      'in comments only, if they are private words',
      "// Rings the bell.\nf('Ring the bell');\n",
      ['1 Rings the bell.'],
    ],
  ];
  for (const [name, text, expected] of cases) {
    it(`are found ${name}`, () => expect(inCode(text)).toEqual(expected));
  }

  const plain: [name: string, text: string][] = [
    ['identifiers', 'export const whoever = anew;\n'],
    ['a string of one word', "f('anew', './beside/anew.ts');\n"],
    ['code in a comment', '// Call `anew` first.\n'],
    ['SQL', "f(`select x from gone on gone.id = 1`, `when 'nobody' then`);\n"],
    ['plain sentences', '// Retries what failed. It stands for the caller; all calls start at once.\n'],
  ];
  for (const [name, text] of plain) {
    it(`are not found in ${name}`, () => expect(inCode(text)).toEqual([]));
  }

  it('are found in page text, Markdown, SQL and CSS', () => {
    expect(signs('console/src/a.tsx', 'export const a = <p>Load anew</p>;\n')).toEqual(['1 Load anew']);
    expect(signs('docs/a.md', '# A\n\n`whoever`\n\n```\nanew\n```\n\nIt goes on.\n')).toEqual([
      '9 It goes on.',
    ]);
    expect(signs('server/src/db/a.sql', '-- Is done in\n-- vain.\nselect 1;\n')).toEqual([
      '1 Is done in vain.',
    ]);
    expect(signs('widget/src/a.css', '/* Drawn anew. */\n')).toEqual(['1 Drawn anew.']);
  });

  it('are found in the names of files and folders, once for a folder', () => {
    const found = signs('server/src/call-desk/bell.ts', '');
    expect(found).toEqual(['1 name: server/src/call-desk/bell.ts', '1 name: server/src/call-desk']);
  });

  it('are not counted in phrases that are spoken', () => {
    const file = 'server/src/voice/speaking/stock-phrase-texts.ts';
    expect(signs(file, "// Whoever\nf('Sorry, nobody is here.');\n")).toEqual(['1 Whoever']);
  });
});

describe('the verdict', () => {
  const none = {
    server: 0,
    tests: 0,
    console: 0,
    widget: 0,
    sdk: 0,
    contract: 0,
    bench: 0,
    scripts: 0,
    documents: 0,
  };
  const tree = (count: number) => writeSourceTree({ 'server/src/a.ts': '// Done anew.\n\n'.repeat(count) });

  it('fails when an area has more signs than recorded, and names them', () => {
    using files = tree(2);
    const { passed, output } = words(new Repository(files.root), { recorded: { ...none, server: 1 } });
    expect(passed).toBe(false);
    expect(output).toContain('server: 2 signs, 1 allowed.');
    expect(output).toContain('server/src/a.ts:1 Done anew.\nserver/src/a.ts:3 Done anew.');
  });

  it('fails when the recorded number is more than ten too high, and says the new one', () => {
    using files = tree(2);
    const repository = new Repository(files.root);
    expect(words(repository, { recorded: { ...none, server: 12 } })).toMatchObject({ passed: true });
    const { passed, output } = words(repository, { recorded: { ...none, server: 13 } });
    expect(passed).toBe(false);
    expect(output).toContain(
      'server: set the recorded number in scripts/checks/words/areas.ts to 2 (now 13).',
    );
  });

  it('shows signs, lines and signs per 1,000 lines of each area', () => {
    using files = tree(2);
    const { report } = words(new Repository(files.root), { recorded: { ...none, server: 2 } });
    expect(report).toMatch(
      /^server +2 signs +4 lines +500\.0 per 1,000 lines\ntests +0 signs +0 lines +0\.0/,
    );
  });

  it('lists every sign below a folder', () => {
    using files = writeSourceTree({ 'widget/src/a.ts': '// Anew.\n', 'widget/b.ts': '// Anew.\n' });
    const { report } = words(new Repository(files.root), { folders: ['widget/src/'] });
    expect(report).toBe('widget/src/a.ts:1 Anew.');
  });
});
