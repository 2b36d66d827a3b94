import { Argument, Command, Option } from 'commander';
import type { OptionValues, Verb } from './verb.ts';

const REMOTE_OPTIONS = [
  { flags: '--json', description: 'write JSON to standard output' },
  { flags: '--profile <name>', description: 'use this profile (see: parley profiles)' },
];

/** Descriptions of nouns for the help: `assistants` → `Assistants that call and chat`. */
export type Nouns = Readonly<Record<string, string>>;

export interface Tree {
  name: string;
  verbs: readonly Verb[];
  nouns: Nouns;
  version: string;
  /** Called with the verb that was typed. */
  perform(verb: Verb, given: { words: Given['words']; options: OptionValues }): Promise<void>;
}

interface Given {
  words: (string | readonly string[] | undefined)[];
}

/** All verbs as commands of Commander, which parses them, suggests names for misspelled ones and writes the help. */
export function commandTree(tree: Tree): Command {
  const program = prepared(new Command(tree.name))
    .version(tree.version, '-V, --version', 'print the version')
    .usage('<command> [options]')
    .helpCommand(false);
  const groups = new Map<string, Command>();
  for (const verb of tree.verbs) {
    const [noun = '', action] = verb.name.split(' ');
    if (action === undefined) {
      program.addCommand(commandOf(verb, noun, tree));
      continue;
    }
    const known = groups.get(noun);
    const group = known ?? prepared(new Command(noun)).helpCommand(false).usage('<command> [options]');
    if (known === undefined) {
      group.description(tree.nouns[noun] ?? '');
      groups.set(noun, group);
      program.addCommand(group);
    }
    group.addCommand(commandOf(verb, action, tree));
  }
  return program;
}

function prepared(command: Command): Command {
  return command
    .exitOverride()
    .configureHelp({ helpWidth: 100, subcommandTerm: (sub) => sub.name() })
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'parley: ')) })
    .helpOption('-h, --help', 'print this help')
    .showSuggestionAfterError(true);
}

function commandOf(verb: Verb, name: string, tree: Tree): Command {
  const command = prepared(new Command(name)).summary(verb.summary).description(descriptionOf(verb));
  for (const { name: written, description } of verb.arguments ?? []) {
    command.addArgument(new Argument(written.startsWith('[') ? written : `<${written}>`, description));
  }
  for (const option of verb.options ?? []) command.addOption(optionOf(option));
  if (verb.place === 'remote') {
    for (const option of REMOTE_OPTIONS) command.addOption(optionOf(option));
  }
  const count = verb.arguments?.length ?? 0;
  return command
    .addHelpText('after', `\nExamples:\n${verb.examples.map((line) => `  ${tree.name} ${line}`).join('\n')}`)
    .action((...given: unknown[]) =>
      tree.perform(verb, { words: given.slice(0, count).map(asWord), options: command.opts() }),
    );
}

function optionOf({
  flags,
  description,
  choices,
  isRepeatable,
}: NonNullable<Verb['options']>[number]): Option {
  const option = new Option(flags, description);
  if (choices !== undefined) option.choices([...choices]);
  if (isRepeatable === true) {
    option.argParser((value: string, earlier: string[] | undefined) => [...(earlier ?? []), value]);
  }
  return option;
}

function descriptionOf({ summary, details }: Verb): string {
  const sentence = `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`;
  return details === undefined ? sentence : `${sentence}\n\n${details}`;
}

function asWord(value: unknown): string | readonly string[] | undefined {
  if (Array.isArray(value)) return value.map(String);
  return value === undefined ? undefined : String(value);
}
