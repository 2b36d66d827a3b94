import type { Terminal } from '../terminal/terminal.ts';

/** The result for one assistant; in a dry run the expected one. */
export interface Outcome {
  name: string;
  file: string | null;
  action: 'created' | 'updated' | 'unchanged' | 'kept' | 'conflict' | 'refused';
  /** Changed or conflicting fields. */
  fields: string[];
  /** Why there is a conflict, or why the server refused it. */
  reason?: string;
}

const COLORS = {
  created: 'green',
  updated: 'yellow',
  unchanged: 'dim',
  kept: 'dim',
  conflict: 'red',
  refused: 'red',
} as const;

/** Writes the outcomes. Returns the exit code: 1 if there is a conflict or a refusal. */
export function report(terminal: Terminal, outcomes: readonly Outcome[], isDryRun: boolean): number {
  if (terminal.isJson) terminal.line(JSON.stringify(outcomes, null, 2));
  else for (const outcome of outcomes) terminal.line(lineOf(terminal, outcome));
  if (isDryRun && !terminal.isJson) terminal.note('Nothing was changed, because this is a dry run.');
  return outcomes.some(({ action }) => action === 'conflict' || action === 'refused') ? 1 : 0;
}

function lineOf({ paint }: Terminal, { name, file, action, fields, reason }: Outcome): string {
  const about = [reason, fields.join(', ')].filter(Boolean).join(': ');
  return `${paint(COLORS[action], action.padEnd(9))}  ${file ?? '–'}  ${name}${about === '' ? '' : `  (${about})`}`;
}
