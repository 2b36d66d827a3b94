import { createTwoFilesPatch } from 'diff';
import { stringify } from 'yaml';
import { hasOption } from '../program/option-values.ts';
import type { Invocation } from '../program/verb.ts';
import type { Item } from '../records/kinds.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { compare } from './compare.ts';
import { openSync, type Pair, titleOf } from './sync.ts';

interface Difference {
  name: string;
  file: string | null;
  /** `file`: only in a file. `server`: only on the server. */
  only: 'file' | 'server' | null;
  fields: { name: string; server: unknown; file: unknown }[];
}

/** Shows what a push would change. With `--exit-code`, returns 1 if there are differences. */
export async function diff(invocation: Invocation): Promise<number> {
  const { options, terminal } = invocation;
  const { pairs } = await openSync(invocation);
  const differences = pairs.map(differenceOf);
  const found = differences.filter(({ only, fields }) => only !== null || fields.length > 0);
  if (terminal.isJson) terminal.line(JSON.stringify(found, null, 2));
  else for (const [index, difference] of differences.entries()) write(terminal, difference, pairs[index]);
  if (found.length === 0) terminal.note('The files and the server are the same.');
  return hasOption(options, 'exitCode') && found.length > 0 ? 1 : 0;
}

function differenceOf(pair: Pair): Difference {
  const { file, server, known } = pair;
  const head = { name: titleOf(pair), file: file?.file ?? null };
  if (file === null) return { ...head, only: 'server', fields: [] };
  if (server === null) return { ...head, only: 'file', fields: [] };
  const { different } = compare(file.fields, server.fields, known?.base);
  const fields = different.map((name) => ({
    name,
    server: server.fields[name] ?? null,
    file: file.fields[name] ?? null,
  }));
  return { ...head, only: null, fields };
}

function write(terminal: Terminal, { name, file, only, fields }: Difference, pair: Pair | undefined): void {
  if (only !== null) {
    terminal.line(
      terminal.paint('bold', `${file ?? name}: only ${only === 'file' ? 'in the file' : 'on the server'}`),
    );
    return;
  }
  if (fields.length === 0 || pair?.file == null || pair.server == null) return;
  const names = Object.keys(pair.file.fields);
  const texts = [pair.server.fields, pair.file.fields].map((all) => yamlOf(names, all));
  const patch = createTwoFilesPatch(`server: ${name}`, `file: ${file}`, texts[0] ?? '', texts[1] ?? '');
  for (const line of patch.split('\n').slice(1)) if (line !== '') terminal.line(painted(terminal, line));
}

function yamlOf(names: readonly string[], fields: Item): string {
  return stringify(Object.fromEntries(names.map((name) => [name, fields[name] ?? null])), { lineWidth: 0 });
}

function painted(terminal: Terminal, line: string): string {
  if (line.startsWith('+++') || line.startsWith('---')) return terminal.paint('bold', line);
  if (line.startsWith('+')) return terminal.paint('green', line);
  return line.startsWith('-') ? terminal.paint('red', line) : line;
}
