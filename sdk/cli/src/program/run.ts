import { ApiFailure } from '../api/api.ts';
import { readEnvironment } from '../terminal/environment.ts';
import { CommandError, messageOf, UsageError } from '../terminal/failures.ts';
import { processTerminal, type Terminal } from '../terminal/terminal.ts';
import type { Nouns } from './command-tree.ts';
import type { OptionValues, Verb } from './verb.ts';

export interface Program {
  /** The command, for the help. */
  name: string;
  verbs: readonly Verb[];
  nouns: Nouns;
  version: string;
  /** The message for an error that the command line does not know. */
  explain?(error: unknown): Promise<string>;
}

/** Runs one command line. Returns the exit code: 0 success, 1 failure, 2 invalid command line, 130 canceled. */
export async function run(program: Program, args: readonly string[]): Promise<number> {
  const stop = new AbortController();
  watchOutput(stop);
  const terminal = processTerminal(stop.signal, readEnvironment());
  try {
    return await understand(program, { args: asTyped(args), terminal, stop });
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.note(`parley: ${error.message}`);
      return 2;
    }
    if (stop.signal.aborted) return stop.signal.reason instanceof CommandError ? CANCELED : 0;
    const { explain } = program;
    const isOurs = error instanceof CommandError || error instanceof ApiFailure || explain === undefined;
    terminal.note(isOurs ? `parley: ${messageOf(error)}` : await explain(error));
    return 1;
  }
}

/** `help calls make` is `calls make --help`. */
function asTyped(args: readonly string[]): readonly string[] {
  if (args[0] !== 'help' || args[1] === '--all') return args;
  return [...args.slice(1), '--help'];
}

async function understand(
  program: Program,
  line: { args: readonly string[]; terminal: Terminal; stop: AbortController },
): Promise<number> {
  const { args, terminal, stop } = line;
  if (args.length === 0 || isHelp(args)) {
    const { firstHelp, wholeHelp } = await import('./first-help.ts');
    terminal.line(args[1] === '--all' ? wholeHelp(program) : firstHelp(program));
    return 0;
  }
  if (args.length === 1 && ['--version', '-V', 'version'].includes(args[0] ?? '')) {
    terminal.line(program.version);
    return 0;
  }
  const { commandTree } = await import('./command-tree.ts');
  let code = 0;
  const perform = async (verb: Verb, given: { words: Words; options: OptionValues }): Promise<void> => {
    const runVerb = await verb.load();
    const isJson = given.options['json'] === true;
    if (verb.place !== 'local') listenForStop(stop);
    code = await runVerb({ ...given, terminal: { ...terminal, isJson } });
  };
  const tree = commandTree({ ...program, verbs: needed(program.verbs, args[0] ?? ''), perform });
  try {
    await tree.parseAsync([...args], { from: 'user' });
    return code;
  } catch (error) {
    return commanderCode(error);
  }
}

/** The exit code of shells after Ctrl-C. */
const CANCELED = 130;

type Words = (string | readonly string[] | undefined)[];

function isHelp(args: readonly string[]): boolean {
  const [first, second] = args;
  return first === 'help' ? second === '--all' : args.length === 1 && (first === '--help' || first === '-h');
}

/** The verbs of the typed noun; all verbs if it is unknown, so that a name can be suggested. */
function needed(verbs: readonly Verb[], noun: string): readonly Verb[] {
  const ofNoun = verbs.filter(({ name }) => name === noun || name.startsWith(`${noun} `));
  return ofNoun.length > 0 ? ofNoun : verbs;
}

function commanderCode(error: unknown): number {
  if (!(error instanceof Error) || !('code' in error) || !String(error.code).startsWith('commander.'))
    throw error;
  return error.code === 'commander.helpDisplayed' || error.code === 'commander.version' ? 0 : 2;
}

/** Lets a command clean up. A second signal ends the process at once. Local commands handle signals themselves. */
function listenForStop(stop: AbortController): void {
  const end = (): void => stop.abort(new CommandError('Canceled.'));
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
}

/** Handles output errors: if the reader closes early (`… | head -1`), the rest is dropped and the command finishes. */
function watchOutput(stop: AbortController): void {
  process.stdout.on('error', (error) => {
    if (!('code' in error) || error.code !== 'EPIPE') {
      process.exitCode = 1;
      process.stderr.write(`The output could not be written: ${error.message}\n`);
    }
    stop.abort(new Error('The output was closed.'));
  });
  process.stderr.on('error', () => stop.abort(new Error('The output was closed.')));
}
