import type { z } from 'zod';
import type { statisticsQuery, statisticsResponse } from '#contract/statistics.ts';
import { AppError, invalid } from '../../../core/errors.ts';
import type { Executor } from '../../../db/client.ts';
import { isRange, presentStatistics, statisticsRange } from './rules.ts';
import { findAccountDay, findFigures } from './store.ts';

/** Statistics by day in the account's time zone. Throws `invalid` for an invalid range. */
export async function readStatistics(
  database: Executor,
  userId: number,
  query: z.output<typeof statisticsQuery>,
): Promise<z.output<typeof statisticsResponse>> {
  const account = await findAccountDay(database, userId);
  if (account === null) throw new AppError('unauthenticated', 'Unauthenticated.');
  const { timezone, today } = account;
  const range = statisticsRange(query, today);
  if (!isRange(range)) throw invalid(range);
  const figures = await findFigures(database, userId, { ...range, timezone });
  return { data: presentStatistics(timezone, range, figures) };
}
