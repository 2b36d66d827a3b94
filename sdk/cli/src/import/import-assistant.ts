import { type Api, ApiFailure } from '../api/api.ts';
import { convert } from './convert.ts';
import type { Note, Product } from './draft.ts';
import type { Catalog } from './match-catalog.ts';
import type { Conversion } from './to-assistant.ts';

export interface ImportPlace {
  api: Api;
  /** The same server; Ctrl-C does not end its requests. */
  cleaning: Api;
  /** Writes a message for the person. */
  note(text: string): void;
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

/** Creates the tools and the assistant of an export. Null if the JSON is no assistant of the product. */
export async function importAssistant(place: ImportPlace, order: ImportOrder): Promise<Imported | null> {
  const { product, json, type, timezone } = order;
  const catalog = await readCatalog(place.api);
  const conversion = convert(json, { product, catalog, type, timezone });
  if (conversion === null || order.isDry)
    return conversion === null ? null : { conversion, assistantId: null };
  return { conversion, assistantId: await create(place, conversion) };
}

/** Id of the new assistant. If the server refuses it, its tools are deleted again. */
async function create(
  { api, cleaning, note }: ImportPlace,
  { assistant, tools }: Conversion,
): Promise<number> {
  const toolIds: number[] = [];
  try {
    for (const tool of tools) {
      const { data } = await api.create<Created>('/user/tools', tool);
      toolIds.push(data.id);
    }
    const { data } = await api.create<Created>('/user/assistant', { ...assistant, tool_ids: toolIds });
    return data.id;
  } catch (error) {
    // Without an answer, the assistant may exist and need its tools.
    const left = isRefusal(error) ? await deleteTools(cleaning, toolIds) : toolIds;
    if (left.length > 0) note(`These tools of the import may be left: ${left.join(', ')}.`);
    throw error;
  }
}

/** An answer of 500 or more can come from a proxy while the server still works. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiFailure && error.status < 500;
}

/** Ids of the tools that could not be deleted. */
async function deleteTools(cleaning: Api, ids: readonly number[]): Promise<number[]> {
  const left: number[] = [];
  for (const id of ids) {
    await cleaning.send('DELETE', `/user/tools/${id}`).catch(() => void left.push(id));
  }
  return left;
}

interface Created {
  data: { id: number };
}

async function readCatalog(api: Api): Promise<Catalog> {
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
