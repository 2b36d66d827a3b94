import { setTimeout as pause } from 'node:timers/promises';
import { cpuSecondsOfTree } from '../../scripts/testing/processes.ts';
import type { CarrierEntry, CarrierOrder } from '../../server/test/kit/campaigns/sip-carrier.process.ts';
import { type SipCarrier, startSipCarrier } from '../../server/test/kit/campaigns/sip-carrier.ts';
import { type Client, clientOf } from '../../server/test/kit/test-server.ts';
import { type BenchDatabase, openBenchDatabase } from '../kit/bench-database.ts';
import { type Dialer, startDialer } from './dialers.ts';
import {
  addLeads,
  createCampaign,
  createOutboundAssistant,
  createTrunk,
  startCampaign,
} from './many-leads.ts';

/** Dialers, their database, and a carrier process with a ledger. */
export interface WallSpeed extends AsyncDisposable {
  database: BenchDatabase;
  carrier: SipCarrier;
  dialers: Dialer[];
  account: Client;
  /** Creates and starts campaigns; returns their ids. */
  start(about: { campaigns: number; leadsEach: number; dueAt?: string }): Promise<number[]>;
  /** The carrier's ledger once it has this many calls or is idle. */
  ledgerOf(calls: number): Promise<CarrierEntry[]>;
  /** CPU seconds of all dialers and of the database. */
  cpu(): { dialers: number; database: number };
}

const IDLE_MS = 15_000;

/** @param environment of the dialers, overriding the defaults */
export async function openWallSpeed(
  order: CarrierOrder,
  dialerCount: number,
  environment: Record<string, string> = {},
): Promise<WallSpeed> {
  const stack = new AsyncDisposableStack();
  const database = stack.use(await openBenchDatabase());
  const carrier = stack.adopt(await startSipCarrier(order), (owned) => owned.close());
  const dialers = [stack.use(await startDialer(database.url, environment))];
  while (dialers.length < dialerCount) dialers.push(stack.use(await startDialer(database.url, environment)));
  const account = await ownerOf(database, dialers[0]?.api ?? '');
  const assistant_id = await createOutboundAssistant(account);
  const trunk = await createTrunk(account, carrier.port);
  let first = 0;
  return {
    database,
    carrier,
    dialers,
    account,
    start: async ({ campaigns, leadsEach, dueAt = 'clock_timestamp()' }) => {
      const ids: number[] = [];
      for (let index = 0; index < campaigns; index += 1) {
        const campaignId = await createCampaign(account, {
          assistant_id,
          phone_number_ids: [trunk],
          max_retries: 1,
          retry_interval: 4320,
        });
        const about = { userId: account.userId, campaignId, first, count: leadsEach, dueAt };
        await addLeads(database.client, about);
        first += leadsEach;
        ids.push(campaignId);
      }
      await database.client.query('analyze');
      for (const id of ids) await startCampaign(account, id);
      return ids;
    },
    ledgerOf: async (calls) => {
      // Polls the count only: transferring the ledger would stall the carrier.
      let count = await carrier.count();
      for (let idleMs = 0; count < calls && idleMs < IDLE_MS; idleMs += 250) {
        await pause(250);
        const next = await carrier.count();
        if (next > count) idleMs = 0;
        count = next;
      }
      return await carrier.ledger();
    },
    cpu: () => ({
      dialers: dialers.reduce((sum, { pid }) => sum + cpuSecondsOfTree(pid), 0),
      database: cpuSecondsOfTree(database.pid),
    }),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** The account created at the first start, with sufficient balance. */
export async function ownerOf({ client }: BenchDatabase, api: string): Promise<Client> {
  const email = 'bench@example.com';
  const visitor = clientOf(api, null);
  const fields = { name: 'Bench', email, password: 'correct horse', password_confirmation: 'correct horse' };
  await visitor.post('/register', fields);
  const login = await visitor.post('/login', { email, password: fields.password });
  if (login.status !== 200) throw new Error(`The bench could not log in: ${login.text}`);
  const { rows } = await client.query<{ id: number }>('select id::int from users where email = $1', [email]);
  await client.query('update users set balance_micros = 1000000000000 where email = $1', [email]);
  return { ...clientOf(api, login.body.token), userId: rows[0]?.id ?? 0, email };
}
