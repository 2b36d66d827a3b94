import { AppError } from '../../core/errors.ts';
import type { Executor } from '../client.ts';
import type { Table } from './tables.ts';

type Session = Pick<Executor, 'query'>;

/** Compares row counts of all tables. @throws AppError `conflict` when they differ */
export async function compareCounts(
  source: Session,
  target: Session,
  tables: readonly Table[],
): Promise<void> {
  const before = await countRows(source, tables);
  const after = await countRows(target, tables);
  const wrong = tables.filter(({ name }) => before.get(name) !== after.get(name));
  if (wrong.length === 0) return;
  const told = wrong
    .map(({ name }) => `${name} (${before.get(name)} and ${after.get(name)} rows)`)
    .join(', ');
  throw new AppError(
    'conflict',
    `Row counts of the copy differ from the source: ${told}. Nothing was copied.`,
  );
}

async function countRows(session: Session, tables: readonly Table[]): Promise<Map<string, string>> {
  const counts = tables.map(
    ({ name }, index) => `select ${index} as index, count(*)::text as count from ${name}`,
  );
  const rows = await session.query<{ index: number; count: string }>(counts.join(' union all '));
  return new Map(rows.map(({ index, count }) => [tables[index]?.name ?? '', count]));
}
