import type { MissingVariable } from '#contract/campaign-start.ts';
import { valueFinder } from '#contract/render-variables.ts';
import type { Executor } from '../../../db/client.ts';
import {
  findAssistantTexts,
  type StoredTexts,
  usedVariables,
} from '../../assistants/variables/unfilled-variables.ts';
import { findLeadsWithout, readLeadVariables } from './start-check-store.ts';

/** Variables of the assistant's texts that waiting leads have no value for. */
export async function findMissingVariables(
  database: Executor,
  { userId, campaignId, assistantId }: { userId: number; campaignId: number; assistantId: number },
): Promise<{ leads: number; missing: MissingVariable[] }> {
  const { leads, given } = await readLeadVariables(database, { userId, campaignId });
  const texts = await findAssistantTexts(database, { userId, id: assistantId });
  if (texts === null || leads === 0) return { leads, missing: [] };
  const missing: MissingVariable[] = [];
  for (const { name, keys } of usedVariables(texts, given)) {
    const without = await findLeadsWithout(database, { userId, campaignId, keys });
    if (without.leads > 0) missing.push({ name, value: ownValue(texts, name), ...without });
  }
  return { leads, missing };
}

/** Variables of the assistant's texts that rows of a file have no value for. */
export function missingInFile(
  texts: StoredTexts,
  { leads, filled }: { leads: number; filled: ReadonlyMap<string, number> },
): MissingVariable[] {
  if (leads === 0) return [];
  const given = Object.fromEntries([...filled.keys()].map((name) => [name, true]));
  return usedVariables(texts, given).flatMap(({ name, keys }) => {
    const most = Math.max(0, ...keys.map((key) => filled.get(key) ?? 0));
    if (most >= leads) return [];
    return [{ name, leads: leads - most, value: ownValue(texts, name), examples: [] }];
  });
}

/** The assistant's own value, as it is spoken; null without one. */
function ownValue(texts: StoredTexts, name: string): string | null {
  const value = valueFinder(texts.variables)(name);
  if (value === undefined) return null;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
