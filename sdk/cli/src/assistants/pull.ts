import { hasOption } from '../program/option-values.ts';
import type { Invocation } from '../program/verb.ts';
import type { Item } from '../records/kinds.ts';
import { textOf, withFields } from './assistant-text.ts';
import { baseOf, compare } from './compare.ts';
import { type Outcome, report } from './report.ts';
import { openSync, type Pair, type Sync, titleOf } from './sync.ts';
import { fileNameFor } from './workspace.ts';

interface How {
  isForced: boolean;
  isDryRun: boolean;
}

/** Writes the server's assistants to files. Keeps fields changed only in a file; fields changed on both sides are a conflict. */
export async function pull(invocation: Invocation): Promise<number> {
  const { options, terminal } = invocation;
  const how = { isForced: hasOption(options, 'force'), isDryRun: hasOption(options, 'dryRun') };
  const sync = await openSync(invocation);
  const outcomes: Outcome[] = [];
  const taken = new Set(sync.files);
  for (const pair of sync.pairs) {
    if (pair.server === null) continue;
    outcomes.push(
      pair.file === null ? await create(sync, { pair, taken, how }) : await update(sync, pair, how),
    );
  }
  if (!how.isDryRun) await sync.workspace.saveState();
  return report(terminal, outcomes, how.isDryRun);
}

async function create(
  { workspace }: Sync,
  { pair, taken, how }: { pair: Pair; taken: Set<string>; how: How },
): Promise<Outcome> {
  const { server } = pair;
  if (server === null) throw new Error('The server has no such assistant.');
  const former = workspace.fileOf(server.uuid);
  const file = former !== undefined && !taken.has(former) ? former : fileNameFor(titleOf(pair), taken);
  taken.add(file);
  if (!how.isDryRun) {
    await workspace.write(file, textOf(file, server.fields));
    workspace.remember(file, { uuid: server.uuid, base: baseOf(server.fields) });
  }
  return { name: titleOf(pair), file, action: 'created', fields: [] };
}

async function update({ workspace }: Sync, { file, server, known }: Pair, how: How): Promise<Outcome> {
  if (file === null || server === null) throw new Error('The pair has a file and an assistant.');
  const { different, changedHere, changedThere } = compare(file.fields, server.fields, known?.base);
  const both = changedThere.filter((name) => changedHere.includes(name));
  const outcome = { name: String(file.fields['name']), file: file.file };
  if (both.length > 0 && !how.isForced) {
    const reason =
      known === undefined ? 'the file was never pulled from this server' : 'changed here and on the server';
    return { ...outcome, action: 'conflict', fields: both, reason };
  }
  const names = how.isForced ? different : changedThere;
  if (!how.isDryRun) {
    if (names.length > 0) {
      const changes: Item = Object.fromEntries(names.map((name) => [name, server.fields[name]]));
      await workspace.write(file.file, withFields(file.file, file.text, changes));
    }
    workspace.remember(file.file, { uuid: server.uuid, base: baseOf(server.fields) });
  }
  if (names.length > 0) return { ...outcome, action: 'updated', fields: names };
  if (different.length === 0) return { ...outcome, action: 'unchanged', fields: [] };
  return { ...outcome, action: 'kept', fields: different, reason: 'changed here' };
}
