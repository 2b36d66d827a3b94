import type { Api } from '../api/api.ts';
import type { Item } from '../records/kinds.ts';
import { CommandError } from '../terminal/failures.ts';

/** Fields that contain ids (`field`), and the fields of files that contain names instead (`as`). */
const REFERENCES = [
  { field: 'language_id', as: 'language', list: 'languages', isList: false },
  { field: 'secondary_language_ids', as: 'secondary_languages', list: 'languages', isList: true },
  { field: 'voice_id', as: 'voice', list: 'voices', isList: false },
  { field: 'llm_model_id', as: 'llm_model', list: 'models', isList: false },
  { field: 'multimodal_model_id', as: 'multimodal_model', list: 'realtimeModels', isList: false },
  { field: 'chat_llm_fallback_id', as: 'chat_llm_fallback', list: 'models', isList: false },
  { field: 'transcriber_provider_id', as: 'transcriber_provider', list: 'transcribers', isList: false },
  { field: 'synthesizer_provider_id', as: 'synthesizer_provider', list: 'synthesizers', isList: false },
  { field: 'knowledgebase_id', as: 'knowledgebase', list: 'knowledgebases', isList: false },
  { field: 'phone_number_id', as: 'phone_number', list: 'numbers', isList: false },
  { field: 'tool_ids', as: 'account_tools', list: 'tools', isList: true },
  { field: 'mcp_server_ids', as: 'mcp_servers', list: 'mcpServers', isList: true },
] as const;

/** The same in the objects of `tools` and `mcp_tools`. */
const TOOL_REFERENCES = [
  { field: 'assistant_id', as: 'assistant', list: 'assistants', isList: false },
  { field: 'outbound_phone_id', as: 'outbound_phone', list: 'numbers', isList: false },
  { field: 'server_id', as: 'server', list: 'mcpServers', isList: false },
] as const;

const WITH_TOOL_REFERENCES: readonly string[] = ['tools', 'mcp_tools'];

type ListName = (typeof REFERENCES | typeof TOOL_REFERENCES)[number]['list'];

interface Reference {
  field: string;
  as: string;
  list: ListName;
  isList: boolean;
}

/** Words for messages. */
const WORDS: Record<ListName, string> = {
  assistants: 'assistant',
  knowledgebases: 'knowledgebase',
  languages: 'language',
  mcpServers: 'MCP server',
  models: 'language model',
  numbers: 'phone number',
  realtimeModels: 'realtime model',
  synthesizers: 'text-to-speech provider',
  tools: 'tool',
  transcribers: 'speech-to-text provider',
  voices: 'voice',
};

/** Maps from ids to names and back. */
type Names = Record<ListName, { nameOf: ReadonlyMap<unknown, string>; idOf: ReadonlyMap<string, unknown> }>;

/** Translates between ids and names of one account. */
export class References {
  readonly #names: Names;

  constructor(names: Names) {
    this.#names = names;
  }

  /** Replaces the ids in an assistant of the API by names. */
  toNames(fields: Item): Item {
    return this.#translateAll(fields, { from: 'field', to: 'as', change: (...one) => this.#nameOf(...one) });
  }

  /**
   * The fields of a file with ids in place of names.
   * @param isOwn the file is from this account, so ids in it are those of this account
   * @throws CommandError for names that this account does not have, and for ids of another account
   */
  toIds(fields: Item, isOwn: boolean): Item {
    return this.#translateAll(fields, {
      from: 'as',
      to: 'field',
      change: (reference, name) => this.#idOf(reference, name, isOwn),
    });
  }

  #translateAll(fields: Item, how: Translation): Item {
    const entries = Object.entries(translate(fields, REFERENCES, how)).map(([name, value]) => {
      if (!WITH_TOOL_REFERENCES.includes(name) || !Array.isArray(value)) return [name, value];
      return [name, value.map((tool) => translate(Object(tool), TOOL_REFERENCES, how))];
    });
    return Object.fromEntries(entries);
  }

  /** Keeps an id that the catalog no longer contains. */
  #nameOf({ list }: Reference, id: unknown): unknown {
    return this.#names[list].nameOf.get(id) ?? id;
  }

  #idOf({ list, as }: Reference, name: unknown, isOwn: boolean): unknown {
    if (name === null || (typeof name === 'number' && isOwn)) return name;
    if (typeof name === 'number') {
      throw new CommandError(
        `${as}: ${name} is an id, which can be another ${WORDS[list]} in this account. Write a name, or pull from this account first.`,
      );
    }
    const id = this.#names[list].idOf.get(String(name));
    if (id !== undefined) return id;
    throw new CommandError(`${as}: this account has no ${WORDS[list]} "${String(name)}".`);
  }
}

/** How each reference is renamed, and its ids or names are changed. */
interface Translation {
  from: 'field' | 'as';
  to: 'field' | 'as';
  change: (reference: Reference, value: unknown) => unknown;
}

function translate(fields: Item, references: readonly Reference[], { from, to, change }: Translation): Item {
  const entries = Object.entries(fields).map(([name, value]) => {
    const reference = references.find((one) => one[from] === name);
    if (reference === undefined) return [name, value];
    const changed = Array.isArray(value)
      ? value.map((one) => change(reference, one))
      : change(reference, value);
    return [reference[to], changed];
  });
  return Object.fromEntries(entries);
}

type Labels = (item: Item) => readonly string[];

/** Reads all names of an account. */
export async function readReferences(api: Api, assistants: readonly Item[]): Promise<References> {
  const get = (path: string): Promise<Item[]> => api.get<Item[]>(path);
  const [languages, voices, models, multimodal, dualplex, transcribers, synthesizers] = await Promise.all([
    get('/user/assistants/languages'),
    get('/user/assistants/voices'),
    get('/user/assistants/models?type=llm'),
    get('/user/assistants/models?type=multimodal'),
    get('/user/assistants/models?type=dualplex'),
    get('/user/assistants/transcriber-providers'),
    get('/user/assistants/synthesizer-providers'),
  ]);
  const [{ data: knowledgebases }, { data: numbers }, tools, mcpServers] = await Promise.all([
    api.get<{ data: Item[] }>('/user/knowledgebases'),
    api.get<{ data: Item[] }>('/user/phone-numbers/all'),
    get('/user/tools'),
    get('/user/mcp-servers'),
  ]);
  const byName: Labels = (item) => [text(item['name'])];
  const byCode: Labels = (item) => [text(item['code'])];
  const providerOf = (item: Item): string =>
    text(synthesizers.find(({ id }) => id === item['synthesizer_provider_id'])?.['code'] ?? 'any provider');
  return new References({
    assistants: labelled(assistants, byName),
    knowledgebases: labelled(knowledgebases, byName),
    languages: labelled(languages, (item) => [text(item['iso_2'])]),
    mcpServers: labelled(mcpServers, byName),
    models: labelled(models, byName),
    numbers: labelled(numbers, (item) => [text(item['phone_number'])]),
    realtimeModels: labelled([...multimodal, ...dualplex], (item) => [...byCode(item), ...byName(item)]),
    synthesizers: labelled(synthesizers, byCode),
    tools: labelled(tools, byName),
    transcribers: labelled(transcribers, byCode),
    voices: labelled(voices, (item) => {
      const name = text(item['name']);
      const provider = `${name} (${providerOf(item)})`;
      const iso = languages.find(({ id }) => id === item['language_id'])?.['iso_2'];
      return [name, provider, `${name} (${providerOf(item)}, ${text(iso)})`];
    }),
  });
}

/** Names each item by its first unique label. Items without a unique label get no name. */
function labelled(items: readonly Item[], labelsOf: Labels): Names[ListName] {
  const counts = new Map<string, number>();
  for (const label of items.flatMap((item) => [...new Set(labelsOf(item))])) {
    counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  const nameOf = new Map<unknown, string>();
  const idOf = new Map<string, unknown>();
  for (const item of items) {
    const unique = labelsOf(item).filter((label) => counts.get(label) === 1);
    for (const label of unique) idOf.set(label, item['id']);
    if (unique[0] !== undefined) nameOf.set(item['id'], unique[0]);
  }
  return { nameOf, idOf };
}

function text(value: unknown): string {
  return value === null || value === undefined ? '' : String(value);
}
