import type { Nouns } from './command-tree.ts';
import type { Verb } from './verb.ts';

interface Described {
  name: string;
  verbs: readonly Verb[];
  nouns: Nouns;
}

const WIDTH = 100;

/** The help of `parley` alone: nouns with their verbs, and verbs without a noun. */
export function firstHelp({ name: program, verbs, nouns }: Described): string {
  const single = verbs.filter(({ name }) => !name.includes(' '));
  const width = Math.max(...verbs.map(({ name }) => (name.split(' ')[0] ?? '').length));
  const grouped = Object.keys(nouns).flatMap((noun) => {
    const actions = verbs
      .filter(({ name }) => name.startsWith(`${noun} `))
      .map(({ name }) => name.split(' ')[1]);
    return actions.length === 0 ? [] : wrap(noun.padEnd(width), actions.join(', '));
  });
  return [
    `Usage: ${program} <command> [options]`,
    '',
    ...single.map(({ name, summary }) => `  ${name.padEnd(width)}   ${summary}`),
    '',
    ...grouped,
    '',
    `${program} help <command>   describes a command, with examples: ${program} help calls make`,
    `${program} help --all       lists all commands`,
    `${program} --version        prints the version`,
  ].join('\n');
}

/** Every verb with its summary, one on a line. */
export function wholeHelp({ verbs }: Described): string {
  const width = Math.max(...verbs.map(({ name }) => name.length));
  const help = { name: 'help', summary: 'describe a command' };
  return [...verbs, help].map(({ name, summary }) => `  ${name.padEnd(width)}   ${summary}`).join('\n');
}

function wrap(title: string, text: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && title.length + line.length + word.length > WIDTH - 6) {
      lines.push(line);
      line = '';
    }
    line += line === '' ? word : ` ${word}`;
  }
  lines.push(line);
  return lines.map((one, index) => `  ${index === 0 ? title : ' '.repeat(title.length)}   ${one}`);
}
