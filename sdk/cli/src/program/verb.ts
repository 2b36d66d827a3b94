import type { Terminal } from '../terminal/terminal.ts';

export interface Argument {
  /** `assistant` is required, `[assistant]` optional, `[assistants...]` a list. */
  name: string;
  description: string;
}

export interface Option {
  /** `--name <text>`, or `--force` for a switch. */
  flags: string;
  description: string;
  choices?: readonly string[];
  /** May be given several times; its value is a list. */
  isRepeatable?: boolean;
}

/** Values by the name of the option in camel case: `--phone-column` is `phoneColumn`. */
export type OptionValues = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

/** A parsed command line. */
export interface Invocation {
  /** One for each argument of the verb; undefined for an optional one that was not given. */
  words: readonly (string | readonly string[] | undefined)[];
  options: OptionValues;
  terminal: Terminal;
}

/** Returns the exit code. */
export type Run = (invocation: Invocation) => Promise<number>;

export interface Verb {
  /** `assistants list`, or one word. */
  name: string;
  /** One line, without a full stop. */
  summary: string;
  /** More about what it does, for its own help. */
  details?: string;
  arguments?: readonly Argument[];
  options?: readonly Option[];
  /** Whole command lines without `parley`. */
  examples: readonly string[];
  /** `remote`: asks a server over the API, and has `--profile` and `--json`. `local`: opens this machine's installation. */
  place: 'remote' | 'local' | 'none';
  /** Loads the code of the verb when it runs, so that other verbs start quickly. */
  load(): Promise<Run>;
}
