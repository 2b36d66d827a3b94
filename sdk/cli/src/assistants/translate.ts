import type { Api } from '../api/api.ts';
import type { Item } from '../records/kinds.ts';
import { readReferences } from './references.ts';

/** The fields with ids where they have names, as files do. Ids that a person gives are of this account. */
export async function translateNames(api: Api, fields: Item): Promise<Item> {
  if (Object.keys(fields).length === 0) return fields;
  const assistants = await api.get<Item[]>('/user/assistants/summaries');
  return (await readReferences(api, assistants)).toIds(fields, true);
}
