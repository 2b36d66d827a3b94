import type { Executor } from '../db/client.ts';

/** Name of the row of `installation` that holds the UUID of the demo assistant. */
export const DEMO_ASSISTANT_FACT = 'demo_assistant';

/** The UUID of the demo assistant; null before the first start has made it, and after it was deleted. */
export async function readDemoAssistant(database: Executor): Promise<string | null> {
  const [row] = await database.query<{ uuid: string }>(
    `select assistants.uuid from installation join assistants on assistants.uuid = installation.value::uuid
     where installation.name = $1 and assistants.deleted_at is null`,
    [DEMO_ASSISTANT_FACT],
  );
  return row?.uuid ?? null;
}
