import { AppError } from '../../core/errors.ts';
import type { Executor } from '../client.ts';

type Session = Pick<Executor, 'query'>;

/** @throws AppError `conflict` when the schemas of both sides or of their job queues differ in version */
export async function requireSameSteps(source: Session, target: Session): Promise<void> {
  const [before, after] = [await stepsOf(source), await stepsOf(target)];
  if (before === after) return;
  throw new AppError(
    'conflict',
    'The schema of the source is from another version of Parley. Start this version on it once, stop it, then copy.',
  );
}

async function stepsOf(session: Session): Promise<string | null> {
  const [there] = await session.query<{ isThere: boolean }>(
    `select to_regclass('graphile_worker.migrations') is not null as "isThere"`,
  );
  if (there?.isThere !== true) return null;
  const [row] = await session.query<{ steps: string }>(
    `select concat_ws(' ', (select string_agg(name, ' ' order by name) from public.migrations),
       (select string_agg(id::text, ' ' order by id) from graphile_worker.migrations)) as steps`,
  );
  return row?.steps ?? null;
}
