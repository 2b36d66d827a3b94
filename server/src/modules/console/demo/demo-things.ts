import type { z } from 'zod';
import { demoThings } from '#contract/console.ts';
import type { Executor } from '../../../db/client.ts';

/** Ids of the demo objects, by kind. */
export type DemoThings = z.output<typeof demoThings>;

const FACT = 'demo_things';
const NOTHING: DemoThings = { assistants: [], knowledgebases: [], numbers: [], campaigns: [] };

/** Stores which objects are demo objects, so that the console can mark them. */
export async function keepDemoThings(database: Executor, things: DemoThings): Promise<void> {
  await database.query('insert into installation (name, value) values ($1, $2) on conflict do nothing', [
    FACT,
    JSON.stringify(things),
  ]);
}

/** Demo objects of the owner; other accounts have none. */
export async function readDemoThings(database: Executor, userId: number): Promise<DemoThings> {
  const [row] = await database.query<{ value: string }>(
    `select value from installation where name = $1 and exists (select from users where id = $2 and is_owner)`,
    [FACT, userId],
  );
  return row === undefined ? NOTHING : demoThings.parse(JSON.parse(row.value));
}
