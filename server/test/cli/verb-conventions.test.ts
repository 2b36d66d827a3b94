import { expect, test } from 'vitest';
import { commandTree } from '../../../sdk/cli/src/program/command-tree.ts';
import type { Verb } from '../../../sdk/cli/src/program/verb.ts';
import { remoteVerbs } from '../../../sdk/cli/src/verbs/remote-verbs.ts';
import { allVerbs } from '../../src/cli/run-cli.ts';
import { aPerson } from '../kit/api-command.ts';

/** The words of a command line of an example, up to a pipe or a redirection. */
function wordsOf(example: string): string[] {
  const words = example.match(/'[^']*'|(?:[^\s"']|"[^"]*")+/g) ?? [];
  const end = words.findIndex((word) => ['|', '>', '>>', '<'].includes(word));
  return (end < 0 ? words : words.slice(0, end)).map((word) =>
    word.replaceAll(/["']/g, (mark) => (word.startsWith("'") && mark === '"' ? mark : '')),
  );
}

/** The help of a command line, or an error; and the verb that it would perform. */
async function understand(words: readonly string[]): Promise<{ verb: string | null; output: string }> {
  const found: { verb: string | null; output: string } = { verb: null, output: '' };
  const tree = commandTree({
    name: 'parley',
    verbs: allVerbs,
    nouns: {},
    version: '1.2.3',
    perform: async (verb) => {
      found.verb = verb.name;
    },
  });
  const write = (text: string): void => {
    found.output += text;
  };
  const quiet = (command: typeof tree): void => {
    command.configureOutput({ writeOut: write, writeErr: write });
    for (const one of command.commands) quiet(one);
  };
  quiet(tree);
  await tree.parseAsync([...words], { from: 'user' }).catch(() => undefined);
  return found;
}

const named = allVerbs.map((verb): [string, Verb] => [verb.name, verb]);

test.each(named)('%s has a summary, help and examples that it understands', async (name, verb) => {
  expect(verb.summary).toMatch(/^[a-z].*[^.]$/);
  const { output } = await understand([...name.split(' '), '--help']);
  expect(output).toContain('Examples:\n  parley ');
  for (const example of verb.examples) {
    expect(await understand(wordsOf(example))).toEqual({ verb: name, output: '' });
  }
  expect(verb.place !== 'remote' || output.includes('--json')).toBe(true);
});

test('every verb has a unique name and a module that loads', async () => {
  expect(new Set(allVerbs.map(({ name }) => name)).size).toBe(allVerbs.length);
  const runs = await Promise.all(remoteVerbs.map((verb) => verb.load()));
  expect(runs.every((run) => typeof run === 'function')).toBe(true);
});

test.each([
  [['bogus'], 2, '', /unknown command 'bogus'/],
  [['call', 'list'], 2, '', /too many arguments|unknown command/],
  [['cals', 'list'], 2, '', /Did you mean .*calls/],
  [['calls', 'lst'], 2, '', /Did you mean list/],
  [['users'], 2, '', /Usage: parley users <command>/],
  [['doctor', '--email', 'x'], 2, '', /unknown option '--email'/],
  [['calls', 'make'], 2, '', /missing required argument 'number'/],
  [['webhooks', 'deliveries', '--status', 'lost'], 2, '', /Allowed choices are pending/],
  [['calls', 'list', '--limit', 'many'], 2, '', /--limit must be a whole number/],
  [['completion', 'tcsh'], 2, '', /bash, fish, zsh/],
  [['calls', 'list'], 1, '', /You are not logged in/],
  [['keys', 'create', '--name', 'ci'], 1, '', /--email/],
  [['--version'], 0, /^\d+\.\d+\.\d+\n$/, ''],
  [['help', 'calls', 'make'], 0, /Usage: parley calls make \[options\] <number>/, ''],
  [['help', '--all'], 0, /^ {2}users add +add an account$/m, ''],
  [[], 0, /parley help <command>/, ''],
])('parley %j ends with %i', async (words, code, stdout, stderr) => {
  expect(await aPerson().run(words)).toEqual({
    code,
    stdout: stdout === '' ? '' : expect.stringMatching(stdout),
    stderr: stderr === '' ? '' : expect.stringMatching(stderr),
  });
});

test('completion scripts are accepted by their shell', async () => {
  const { stdout } = await aPerson().run(['completion', 'bash']);
  const bash = aPerson(['bash']);
  const words = `COMP_WORDS=(parley calls m); COMP_CWORD=2; _parley; echo "\${COMPREPLY[@]}"`;
  expect(await bash.run(['-c', `${stdout}\n${words}`])).toEqual({ code: 0, stdout: 'make\n', stderr: '' });
});
