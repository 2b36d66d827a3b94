import type { z } from 'zod';
import type { searchResponse } from '#contract/search.ts';
import type { Executor } from '../../../db/client.ts';
import { needleOf } from './rules.ts';
import { findThings } from './store.ts';

/** Finds an account's objects by name, number or id, a few of each kind. */
export async function searchAccount(
  database: Executor,
  userId: number,
  query: string,
): Promise<z.output<typeof searchResponse>> {
  return { data: await findThings(database, userId, needleOf(query)) };
}
