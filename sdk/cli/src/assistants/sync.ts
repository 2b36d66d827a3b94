import { connect } from '../account/connection.ts';
import type { Api } from '../api/api.ts';
import { listAt, textOption } from '../program/option-values.ts';
import type { Invocation } from '../program/verb.ts';
import type { Item } from '../records/kinds.ts';
import { CommandError, UsageError } from '../terminal/failures.ts';
import { fileFields } from './assistant-fields.ts';
import { type References, readReferences } from './references.ts';
import { type FileAssistant, type Known, Workspace } from './workspace.ts';

const DEFAULT_FOLDER = 'assistants';

/** An assistant of the server, with the fields that files have. */
export interface ServerAssistant {
  id: number;
  uuid: string;
  fields: Item;
}

/** A file and the assistant that belongs to it; one of them may be missing. */
export interface Pair {
  file: FileAssistant | null;
  server: ServerAssistant | null;
  known: Known | undefined;
}

/** Everything that pull, push and diff need. */
export interface Sync {
  api: Api;
  workspace: Workspace;
  references: References;
  /** The chosen pairs: all of them, or those named on the command line. */
  pairs: Pair[];
  /** Names of all files in the folder. */
  files: ReadonlySet<string>;
  /** Fields that assistants have; null if the account has no assistant to read them from. */
  knownFields: ReadonlySet<string> | null;
}

/** Reads the folder and the server. */
export async function openSync(invocation: Invocation): Promise<Sync> {
  const api = await connect(invocation);
  const { email } = await api.get<{ email: string }>('/user/me');
  const folder = textOption(invocation.options, 'dir') ?? DEFAULT_FOLDER;
  const workspace = await Workspace.open(folder, `${api.url} ${email}`);
  const files = await workspace.read();
  const assistants = await api.get<Item[]>('/user/assistants');
  const references = await readReferences(api, assistants);
  const servers = assistants.map((assistant) => serverAssistant(assistant, references));
  const pairs = chosen(pairUp(workspace, files, servers), listAt(invocation, 0));
  const [first] = servers;
  return {
    api,
    workspace,
    references,
    pairs,
    files: new Set(files.map(({ file }) => file)),
    knownFields: first === undefined ? null : new Set(Object.keys(first.fields)),
  };
}

export function serverAssistant(assistant: Item, references: References): ServerAssistant {
  return {
    id: Number(assistant['id']),
    uuid: String(assistant['uuid']),
    fields: fileFields(assistant, references),
  };
}

/** Pairs a file with its assistant of the last pull or push, even after a rename; a new file by name. */
function pairUp(
  workspace: Workspace,
  files: readonly FileAssistant[],
  servers: readonly ServerAssistant[],
): Pair[] {
  const left = new Set(servers);
  const take = (server: ServerAssistant | undefined): ServerAssistant | null => {
    if (server !== undefined) left.delete(server);
    return server ?? null;
  };
  const known = files.map((file) => ({ file, known: workspace.known(file.file) }));
  const pairs = known.map((one) => ({
    ...one,
    server: take(servers.find(({ uuid }) => uuid === one.known?.uuid)),
  }));
  const byName = pairs.map((pair) => {
    if (pair.server !== null || pair.known !== undefined) return pair;
    const named = [...left].filter(({ fields }) => fields['name'] === pair.file.fields['name']);
    if (named.length > 1) {
      throw new CommandError(
        `${pair.file.file}: the server has ${named.length} assistants named "${String(pair.file.fields['name'])}".`,
      );
    }
    return { ...pair, server: take(named[0]) };
  });
  return [...byName, ...[...left].map((server) => ({ file: null, server, known: undefined }))];
}

function chosen(pairs: readonly Pair[], names: readonly string[]): Pair[] {
  if (names.length === 0) return [...pairs];
  return names.map((name) => {
    const pair = pairs.find((one) => isNamed(one, name));
    if (pair !== undefined) return pair;
    throw new UsageError(`There is neither a file nor an assistant "${name}".`);
  });
}

function isNamed({ file, server }: Pair, name: string): boolean {
  const names = [file?.file, file?.fields['name'], server?.fields['name'], server?.uuid, String(server?.id)];
  return names.includes(name) || (file !== null && name.endsWith(`/${file.file}`));
}

/** The pair's title in messages. */
export function titleOf({ file, server }: Pair): string {
  return String(file?.fields['name'] ?? server?.fields['name']);
}
