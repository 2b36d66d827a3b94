import { describe, expect, it } from 'vitest';
import { writeSourceTree } from '../kit/source-tree.ts';
import { Repository } from '../repository.ts';
import { checkDocReferences } from './check-doc-references.ts';

const cli = "console.log('Usage: parley <command>\\n\\n  users add <email>   adds one\\n  chat   talks');\n";
const house = {
  'package.json': JSON.stringify({
    scripts: { start: 'x', verify: 'x' },
    bin: { parley: 'scripts/parley.js' },
  }),
  'server/bin/parley.ts': cli,
  'server/src/core/clock.ts': 'export const clock = 1;\n',
  'server/src/config/environment.ts': "export const port = (env: E) => env.PORT ?? env['PARLEY_DATA'];\n",
  'docs/guides/first.md': '# First steps\n\n## The `two` commands!\n',
  'docs/configuration.md': '`PORT`, `PARLEY_DATA`\n',
};

/** Findings for a README.md with this text after its title, as `line message`. */
function findings(readme: string, more: Record<string, string> = {}): string[] {
  using tree = writeSourceTree({ ...house, 'README.md': `# Parley\n${readme}`, ...more });
  return checkDocReferences(new Repository(tree.root)).findings.map(
    ({ line, message }) => `${line} ${message}`,
  );
}

describe('valid references', () => {
  const cases = [
    '`server/src/core/clock.ts` `server/src/core/` `server/src/core` `clock.ts` `core/clock.ts`',
    '`docs/guides/*.md` `./docs/guides/first.md` `package.json`',
    '`data/` `./data` `console/dist/` (made by a run)',
    '`/user/assistant` `application/json` `text/event-stream` `a/b` `{id}` `x.y` `4.5`',
    '[guide](docs/guides/first.md) [part](docs/guides/first.md#the-two-commands) [web](https://example.com/x.md)',
    '`npm start` `npm run verify` `npm ci` `npm install`',
    '`npx parley users add me@example.com` `npx parley chat`',
    '```\nnpx parley users add\nPORT=8080 npm start\n```',
    'server/src/gone.ts is prose, not code',
  ];
  for (const text of cases) {
    it(text, () => {
      expect(findings(text)).toEqual([]);
    });
  }
});

describe('broken references', () => {
  const cases: [text: string, finding: string][] = [
    ['`server/src/core/gone.ts`', '2 server/src/core/gone.ts does not exist.'],
    ['`server/src/gone/`', '2 server/src/gone/ does not exist.'],
    ['`gone.ts`', '2 gone.ts does not exist.'],
    ['`docs/*.sql`', '2 docs/*.sql does not exist.'],
    ['[guide](docs/gone.md)', '2 The target of the link docs/gone.md does not exist.'],
    ['[guide](first.md)', '2 The target of the link first.md does not exist.'],
    ['[part](docs/guides/first.md#third)', '2 docs/guides/first.md has no heading for #third.'],
    ['[part](#third)', '2 README.md has no heading for #third.'],
    ['\n`npm run gone`', '3 There is no command "npm run gone".'],
    ['`npm test`', '2 There is no command "npm test".'],
    ['```\nnpx parley users drop\n```', '3 There is no command "npx parley users drop".'],
    ['`npx parley dance`', '2 There is no command "npx parley dance".'],
    ['`PARLEY_GONE`', '2 The server does not read PARLEY_GONE.'],
    ['```\nPARLEY_GONE=1 npm start\n```', '3 The server does not read PARLEY_GONE.'],
  ];
  for (const [text, finding] of cases) {
    it(text, () => {
      expect(findings(text)).toEqual([finding]);
    });
  }

  it('include a variable that docs/configuration.md does not explain, even if the README names it', () => {
    const config = { 'server/src/config/more.ts': 'export const host = (env: E) => env.PARLEY_MORE;\n' };
    expect(findings('`PARLEY_MORE`', config)).toEqual([
      '1 PARLEY_MORE is read by the server but not documented.',
    ]);
  });

  it('include a variable that docs/configuration.md explains but the configuration does not read', () => {
    const more = { 'docs/configuration.md': '`PORT`, `PARLEY_DATA`, `PARLEY_GONE`\n' };
    expect(findings('', more)).toEqual(['1 The server does not read PARLEY_GONE.']);
  });

  it('are found in any document', () => {
    expect(findings('', { 'docs/decisions/one.md': '\n\n`gone.ts`' })).toEqual(['3 gone.ts does not exist.']);
  });
});
