import fc from 'fast-check';
import type { Database } from '../../../src/db/client.ts';
import { eventually } from '../eventually.ts';
import { sandboxSender } from '../messaging.ts';
import type { ModelInstallation } from '../model-installation.ts';
import { sized } from '../run-size.ts';
import type { Client } from '../test-server.ts';
import type { ToolEndpoint } from '../tool-endpoint.ts';
import { stormFaults } from './checks.ts';
import { playCustomer, type StormPlace, type Talk, type TalkKind } from './customers.ts';
import { choice } from './plans.ts';
import { PROMPT, StormWorld, TOOL_TIMEOUT } from './world.ts';

/** Few calls: their audio runs in real time. */
const WRITTEN: readonly TalkKind[] = ['streamed', 'channel', 'chat', 'generate-reply'];
export const KINDS: Record<'written' | 'all', readonly TalkKind[]> = {
  written: WRITTEN,
  all: [...WRITTEN, ...WRITTEN, ...WRITTEN, 'call'],
};
/** So few that the model reads the calls of the whole conversation, and no customer looks like a robot. */
const MOST_MESSAGES = 4;
const AT_ONCE = sized({ gate: 16, nightly: 32 });

type Servers = Pick<StormPlace, 'api' | 'client'>;

export interface ToolStorm {
  seed: number;
  world: StormWorld;
  /** Plays all customers. @returns what is wrong afterwards */
  play(turns: number, kinds: readonly TalkKind[], servers: Servers): Promise<string[]>;
}

/** The seed of this run, which decides everything but the order of concurrent events. */
export const stormSeed = (): number => fc.readConfigureGlobal().seed ?? Math.floor(Math.random() * 1e6);

/** Prepares an account with tools, an assistant and a sender. */
export async function prepareStorm(
  installation: ModelInstallation,
  { seed, mayStall, endpoint }: { seed: number; mayStall: boolean; endpoint: ToolEndpoint },
): Promise<ToolStorm> {
  const { server, model } = installation;
  const world = new StormWorld(seed, { model, endpoint, mayStall });
  await countAttempts(server.database);
  const account = await server.account();
  const assistant = await installation.assistant(account, {
    system_prompt: PROMPT,
    initial_message: 'Hello {{First Name}} from {{Shop}}!',
    post_call_evaluation: false,
    tool_ids: await addTools(account, endpoint),
  });
  const sender = await sandboxSender(account, { assistant_id: assistant.id });
  return {
    seed,
    world,
    play: async (turns, kinds, servers) => {
      const place = { seed, database: server.database, account, assistant, sender, world, ...servers };
      const talks = await playAll(place, turns, kinds);
      await eventually(
        () =>
          server.database.query(
            'select message_id from turns union all select message_id from pending_answers',
          ),
        ({ length }) => length === 0,
        400_000,
      );
      return stormFaults({ world, database: server.database, account, talks });
    },
  };
}

/** Records the attempts of each turn of the channel, and whether the process of the one before had died. */
async function countAttempts(database: Database): Promise<void> {
  await database.query(
    'create table storm_attempts (conversation_id bigint, message_id bigint, attempt int, was_abandoned boolean)',
  );
  await database.query(
    `create function count_storm_attempt() returns trigger language plpgsql as $$ begin
       insert into storm_attempts values (new.conversation_id, new.message_id, new.attempts,
         old.process_id is distinct from new.process_id and old.process_id is not null);
       return null;
     end $$`,
  );
  await database.query(
    `create trigger storm_attempts after update on pending_answers for each row
     when (new.attempts > old.attempts) execute function count_storm_attempt()`,
  );
}

async function addTools(account: Client, { origin }: ToolEndpoint): Promise<number[]> {
  const schema = [{ name: 'token', type: 'string', description: 'Token of the order' }];
  const tools = [
    { name: 'book', description: 'Books for {{Guest}}.', endpoint: `${origin}/bookings`, method: 'POST' },
    { name: 'look_up', description: 'Looks up.', endpoint: `${origin}/orders/{token}`, method: 'GET' },
  ];
  const ids: number[] = [];
  for (const tool of tools) {
    const created = await account.post('/user/tools', { ...tool, schema, timeout: TOOL_TIMEOUT });
    if (created.status !== 201) throw new Error(created.text);
    ids.push(created.body.data.id);
  }
  return ids;
}

async function playAll(place: StormPlace, turns: number, kinds: readonly TalkKind[]): Promise<Talk[]> {
  const customers: Parameters<typeof playCustomer>[1][] = [];
  for (let left = turns; left > 0; ) {
    const number = customers.length + 1;
    const random = choice(place.seed, `length ${number}`);
    const messages = Math.min(left, 1 + Math.floor(random() * MOST_MESSAGES));
    customers.push({ number, kind: kinds[number % kinds.length] ?? 'chat', messages });
    left -= messages;
  }
  const talks: Talk[] = [];
  const work = async (): Promise<void> => {
    for (let next = customers.shift(); next !== undefined; next = customers.shift()) {
      talks.push(await playCustomer(place, next));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return talks;
}
