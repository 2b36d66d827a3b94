import type { Executor } from '../db/client.ts';

/** Key in the table `installation` of the demo assistant's UUID. */
export const DEMO_ASSISTANT_FACT = 'demo_assistant';

/** UUID of the demo assistant; null before it is created and after it is deleted. */
export async function readDemoAssistant(database: Executor): Promise<string | null> {
  const [row] = await database.query<{ uuid: string }>(
    `select assistants.uuid from installation join assistants on assistants.uuid = installation.value::uuid
     where installation.name = $1 and assistants.deleted_at is null`,
    [DEMO_ASSISTANT_FACT],
  );
  return row?.uuid ?? null;
}
