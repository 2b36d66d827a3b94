import { type Column, format } from './table.ts';

/** Where a command writes. Data goes to standard output, everything else to standard error. */
export interface Terminal {
  /** True if the data is written as JSON. */
  isJson: boolean;
  /** True if a person can be asked. */
  canAsk: boolean;
  /** Width of the terminal in characters; null if the output is not a terminal. */
  width: number | null;
  /** Aborted by Ctrl-C, and when the output can no longer be written. */
  stopped: AbortSignal;
  /** Writes a line of data. */
  line(text: string): void;
  /** Writes data without a line end. */
  raw(data: string | Uint8Array): Promise<void>;
  /** Writes a message for the person. */
  note(text: string): void;
  /** Text in a color of a terminal that has colors. */
  paint(color: Color, text: string): string;
  environment: Readonly<Record<string, string | undefined>>;
}

export type Color = 'red' | 'green' | 'yellow' | 'dim' | 'bold';

const CODES: Record<Color, readonly [number, number]> = {
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  dim: [2, 22],
  bold: [1, 22],
};

/** The terminal of this process. @param stopped aborted when the command has to stop */
export function processTerminal(
  stopped: AbortSignal,
  environment: Readonly<Record<string, string | undefined>>,
): Terminal {
  const hasColors =
    process.stdout.isTTY === true && (environment['NO_COLOR'] ?? '') === '' && environment['TERM'] !== 'dumb';
  return {
    isJson: false,
    canAsk: process.stdin.isTTY === true && process.stderr.isTTY === true,
    width: process.stdout.isTTY === true ? process.stdout.columns : null,
    stopped,
    line: (text) => void process.stdout.write(`${text}\n`),
    raw: (data) =>
      new Promise((resolve) => {
        // An error of the output aborts `stopped`; the write itself never fails the command.
        process.stdout.write(data, () => resolve());
      }),
    note: (text) => void process.stderr.write(`${text}\n`),
    paint: (color, text) =>
      hasColors ? `\u001B[${CODES[color][0]}m${text}\u001B[${CODES[color][1]}m` : text,
    environment,
  };
}

/** Writes rows as a table, or as a JSON array of `data`. */
export function writeRows<Row>(
  terminal: Terminal,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
): void {
  if (terminal.isJson) {
    terminal.line(JSON.stringify(rows, null, 2));
    return;
  }
  for (const line of format(rows, columns, terminal.width)) terminal.line(line);
}

/** Writes one object: a line for each field, or JSON. */
export function writeObject(terminal: Terminal, object: object): void {
  if (terminal.isJson) {
    terminal.line(JSON.stringify(object, null, 2));
    return;
  }
  const entries = Object.entries(object);
  const width = Math.max(0, ...entries.map(([name]) => name.length));
  for (const [name, value] of entries) terminal.line(`${name.padEnd(width)}  ${textOf(value, width + 2)}`);
}

/** Writes the outcome of a change: the response with `--json`, otherwise the sentence as a message. */
export function writeOutcome(terminal: Terminal, answer: unknown, sentence: string): void {
  if (terminal.isJson) terminal.line(JSON.stringify(answer, null, 2));
  else terminal.note(sentence);
}

function textOf(value: unknown, indent: number): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'string') return value.replaceAll('\n', `\n${' '.repeat(indent)}`);
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return value.join(', ') || '–';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
