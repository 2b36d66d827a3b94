import { convert } from './convert.ts';
import type { Note, Product } from './draft.ts';
import type { Catalog } from './match-catalog.ts';
import type { Conversion } from './to-assistant.ts';

/** Requests to the API of a server. Refusals are thrown. */
export interface ImportApi {
  get<Answer>(path: string): Promise<Answer>;
  send<Answer>(method: 'POST' | 'DELETE', path: string, body?: object): Promise<Answer>;
}

export interface ImportOrder {
  product: Product;
  json: unknown;
  type: 'inbound' | 'outbound';
  timezone: string;
  /** Converts and reports only. */
  isDry: boolean;
}

export interface Imported {
  conversion: Conversion;
  /** Null after a dry run. */
  assistantId: number | null;
}

/** Creates the tools and the assistant of an export. Null if the JSON is not an assistant of the product. */
export async function importAssistant(api: ImportApi, order: ImportOrder): Promise<Imported | null> {
  const { product, json, type, timezone } = order;
  const catalog = await readCatalog(api);
  const conversion = convert(json, { product, catalog, type, timezone });
  if (conversion === null || order.isDry)
    return conversion === null ? null : { conversion, assistantId: null };
  return { conversion, assistantId: await create(api, conversion) };
}

/** Id of the new assistant. If the server refuses it, its tools are deleted again. */
async function create(api: ImportApi, { assistant, tools }: Conversion): Promise<number> {
  const toolIds: number[] = [];
  try {
    for (const tool of tools) {
      const { data } = await api.send<Created>('POST', '/user/tools', tool);
      toolIds.push(data.id);
    }
    const { data } = await api.send<Created>('POST', '/user/assistant', { ...assistant, tool_ids: toolIds });
    return data.id;
  } catch (error) {
    for (const id of toolIds) await api.send('DELETE', `/user/tools/${id}`);
    throw error;
  }
}

interface Created {
  data: { id: number };
}

async function readCatalog(api: ImportApi): Promise<Catalog> {
  const [languages, voices, models] = await Promise.all([
    api.get<Catalog['languages']>('/user/assistants/languages'),
    api.get<Catalog['voices']>('/user/assistants/voices?mode=pipeline'),
    api.get<Catalog['models']>('/user/assistants/models?type=llm'),
  ]);
  return { languages, voices, models };
}

const TITLES: readonly [Note['kind'], string][] = [
  ['todo', 'For you to do'],
  ['approximated', 'Converted, but not exactly'],
  ['missing', 'Without a counterpart'],
];

/** The report of an import as lines. */
export function reportLines({ conversion, assistantId }: Imported): string[] {
  const { assistant, tools, notes } = conversion;
  const what = `“${String(assistant['name'])}” with ${tools.length} mid-call ${tools.length === 1 ? 'tool' : 'tools'}`;
  const first =
    assistantId === null
      ? `Would create the assistant ${what}. Nothing was created.`
      : `Created assistant ${assistantId}, ${what}.`;
  const sections = TITLES.flatMap(([kind, title]) => {
    const own = notes.filter((one) => one.kind === kind);
    return own.length === 0 ? [] : ['', `${title}:`, ...own.map(({ text }) => `- ${text}`)];
  });
  return [first, ...sections];
}
