import { type Api, ApiFailure } from '../api/api.ts';
import { hasOption } from '../program/option-values.ts';
import type { Invocation } from '../program/verb.ts';
import { type Item, memberOf } from '../records/kinds.ts';
import { CommandError } from '../terminal/failures.ts';
import { baseOf, compare } from './compare.ts';
import { type Outcome, report } from './report.ts';
import { openSync, type Pair, type ServerAssistant, type Sync, serverAssistant, titleOf } from './sync.ts';
import type { FileAssistant } from './workspace.ts';

/** The API sets this field with a separate operation. */
const INBOUND_WEBHOOK = 'inbound_webhook_url';

interface How {
  isForced: boolean;
  isDryRun: boolean;
}

/** A file and its assistant, which may not exist yet. */
interface Pushed extends Pair {
  file: FileAssistant;
}

/** Creates and updates the server's assistants from files. A field changed on the server since the last pull is a conflict. */
export async function push(invocation: Invocation): Promise<number> {
  const { options, terminal } = invocation;
  const how = { isForced: hasOption(options, 'force'), isDryRun: hasOption(options, 'dryRun') };
  const sync = await openSync(invocation);
  const outcomes: Outcome[] = [];
  // Checks all names before the first change, so that an unknown name changes nothing.
  for (const { file } of sync.pairs) if (file !== null) checkNames(sync, file);
  try {
    for (const pair of sync.pairs) {
      if (pair.file !== null) outcomes.push(await pushOrRefuse(sync, { ...pair, file: pair.file }, how));
    }
  } finally {
    if (!how.isDryRun && outcomes.length > 0) await sync.workspace.saveState();
  }
  if (outcomes.length === 0) terminal.note(`There are no files in ${sync.workspace.folder}.`);
  return report(terminal, outcomes, how.isDryRun);
}

function checkNames({ references, workspace }: Sync, { file, fields }: FileAssistant): void {
  try {
    references.toIds(fields, workspace.known(file) !== undefined);
  } catch (error) {
    throw error instanceof CommandError
      ? new CommandError(`${file}: ${error.message}`, { cause: error })
      : error;
  }
}

/** Returns a refusal (422) as an outcome, so that the other files are still pushed. */
async function pushOrRefuse(sync: Sync, pushed: Pushed, how: How): Promise<Outcome> {
  try {
    return await pushOne(sync, pushed, how);
  } catch (error) {
    const isRefused = error instanceof ApiFailure && error.status === 422;
    if (!isRefused) throw error;
    const { file } = pushed;
    return { name: titleOf(pushed), file: file.file, action: 'refused', fields: [], reason: error.message };
  }
}

async function pushOne(sync: Sync, pushed: Pushed, how: How): Promise<Outcome> {
  const { file, server, known } = pushed;
  const outcome = { name: String(file.fields['name']), file: file.file };
  const unknown = unknownFields(sync.knownFields, file);
  if (unknown.length > 0) {
    return { ...outcome, action: 'conflict', fields: unknown, reason: 'assistants have no such field' };
  }
  if (server === null) {
    if (known !== undefined && !how.isForced) {
      const reason = 'deleted on the server since the last pull; --force creates it again';
      return { ...outcome, action: 'conflict', fields: [], reason };
    }
    if (how.isDryRun) return { ...outcome, action: 'created', fields: [] };
    const stored = await store(sync, file, await createAssistant(sync, file));
    const ignored = unknownFields(new Set(Object.keys(stored)), file);
    if (ignored.length === 0) return { ...outcome, action: 'created', fields: [] };
    return { ...outcome, action: 'created', fields: ignored, reason: 'the server ignored unknown fields' };
  }
  const { different, changedThere } = compare(file.fields, server.fields, known?.base);
  if (changedThere.length > 0 && !how.isForced) {
    const reason =
      known === undefined
        ? 'differs from the server, and was never pulled from it; --force overwrites'
        : 'changed on the server since the last pull; pull first, or --force';
    return { ...outcome, action: 'conflict', fields: changedThere, reason };
  }
  if (!how.isDryRun) {
    if (different.length > 0) await updateAssistant(sync, { server, file, different });
    await store(sync, file, server.id);
  }
  return { ...outcome, action: different.length === 0 ? 'unchanged' : 'updated', fields: different };
}

/** The API ignores fields that it does not know, so a misspelled one would be lost. */
function unknownFields(known: ReadonlySet<string> | null, { fields }: FileAssistant): string[] {
  return known === null ? [] : Object.keys(fields).filter((name) => !known.has(name));
}

async function createAssistant({ api, references, workspace }: Sync, file: FileAssistant): Promise<number> {
  const { [INBOUND_WEBHOOK]: inboundWebhook, ...others } = file.fields;
  const body = references.toIds(others, workspace.known(file.file) !== undefined);
  const answer = await api.create<{ data: { id: number } }>('/user/assistant', body);
  if (typeof inboundWebhook === 'string') await setInboundWebhook(api, answer.data.id, inboundWebhook);
  return answer.data.id;
}

async function updateAssistant(
  { api, references, workspace }: Sync,
  { server, file, different }: { server: ServerAssistant; file: FileAssistant; different: readonly string[] },
): Promise<void> {
  const { fields } = file;
  // A change of the mode resets settings that are not sent with it. Sending a number again would activate the assistant.
  const sent = different.includes('mode')
    ? Object.keys(fields).filter((name) => name !== 'phone_number' || different.includes(name))
    : different;
  const body = Object.fromEntries(
    sent.filter((name) => name !== INBOUND_WEBHOOK).map((name) => [name, fields[name]]),
  );
  if (Object.keys(body).length > 0) {
    const isOwn = workspace.known(file.file) !== undefined;
    await api.send('PUT', `/user/assistant/${server.id}`, references.toIds(body, isOwn));
  }
  if (different.includes(INBOUND_WEBHOOK)) await setInboundWebhook(api, server.id, fields[INBOUND_WEBHOOK]);
}

async function setInboundWebhook(api: Api, id: number, url: unknown): Promise<void> {
  const verb = url === null ? 'disable' : 'enable';
  const body = { assistant_id: id, ...(url === null ? {} : { webhook_url: url }) };
  await api.send('POST', `/user/assistants/${verb}-inbound-webhook`, body);
}

/** Stores the assistant's state on the server as the base of the next comparison. Returns its fields. */
async function store({ api, references, workspace }: Sync, file: FileAssistant, id: number): Promise<Item> {
  const answer = await api.get<Item>(`/user/assistant/${id}`);
  const { uuid, fields } = serverAssistant(Object(memberOf(answer, 'data')), references);
  workspace.remember(file.file, { uuid, base: baseOf(fields) });
  return fields;
}
