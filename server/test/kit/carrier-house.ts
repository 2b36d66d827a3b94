import { CALL_ACCOUNT, type CallCarrierFake } from './call-carrier-fake/call-carrier-fake.ts';
import { startCallCarrierFake } from './call-carrier-fake/start-call-carrier-fake.ts';
import { eventually } from './eventually.ts';
import { type LoadBalancer, startLoadBalancer } from './load-balancer.ts';
import { insertNumber } from './owned-rows.ts';
import { connectionUrl, type ServerProcess, startServerProcess } from './server-process.ts';
import { type Client, startTestServer, type TestServer } from './test-server.ts';

/**
 * Several processes behind the single address that the carrier knows. The load balancer deliberately routes requests to
 * a process that does not handle the call.
 */
export interface CarrierHouse {
  fake: CallCarrierFake;
  account: Client;
  number: { id: number; phone_number: string };
  /** A server that is never killed and handles no calls; it runs background jobs. */
  survivor: TestServer;
  /** The carrier's webhook URL for inbound calls. */
  inboundUrl: string;
  /** Starts another process that handles calls. */
  addVoice(settings?: Record<string, string>): Promise<ServerProcess>;
  /** Returns this many running voice processes: kills surplus ones and starts missing ones. */
  voices(count: number): Promise<ServerProcess[]>;
  /** The process that handles the call, and the others. */
  holderOf(callId: number): Promise<{ holder: ServerProcess; others: ServerProcess[] }>;
  /** From now on routes everything to this process; if null, to any process that does not handle the call. */
  aim(target: { api: string } | null): void;
  /** Paths of requests that reached a process which does not handle the call. */
  strayed(): readonly string[];
  close(): Promise<void>;
}

export async function openCarrierHouse(): Promise<CarrierHouse> {
  const fake = await startCallCarrierFake();
  const balancer = await startLoadBalancer();
  const environment = {
    PARLEY_TWILIO_ACCOUNT_SID: CALL_ACCOUNT.accountSid,
    PARLEY_TWILIO_AUTH_TOKEN: CALL_ACCOUNT.authToken,
    PARLEY_TWILIO_API_URL: fake.origin,
    PARLEY_PUBLIC_URL: balancer.origin,
  };
  const survivor = await startTestServer({
    environment: { ...environment, PARLEY_ROLE: 'worker', DATABASE_URL: 'postgres://elsewhere/parley' },
  });
  const { connection } = survivor.testDatabase;
  const voices = new Map<string, ServerProcess>();
  const account = await survivor.account();
  const id = await insertNumber(account);
  await survivor.database.query(`update phone_numbers set provider = 'twilio' where id = $1`, [id]);
  const { body } = await account.get('/user/phone-numbers/all');
  const routing = routeAstray(balancer, voices);
  const addVoice = async (settings: Record<string, string> = {}): Promise<ServerProcess> => {
    const started = await startServerProcess(connection, {
      ...environment,
      PARLEY_ROLE: 'voice',
      DATABASE_URL: connectionUrl(connection),
      ...settings,
    });
    const voice: ServerProcess = {
      ...started,
      kill: async () => {
        for (const [processId, one] of voices) if (one === voice) voices.delete(processId);
        await started.kill();
      },
    };
    voices.set(await processAt(survivor, started.api.replace('/api', '')), voice);
    return voice;
  };
  return {
    fake,
    account,
    survivor,
    number: body.data[0],
    inboundUrl: `${balancer.origin}/api/carriers/calls/twilio/inbound`,
    addVoice,
    async voices(count) {
      for (const voice of [...voices.values()].slice(count)) await voice.kill();
      while (voices.size < count) await addVoice();
      return [...voices.values()];
    },
    async holderOf(callId) {
      const [row] = await survivor.database.query<{ process_id: string }>(
        'select process_id from calls where id = $1',
        [callId],
      );
      const holder = voices.get(row?.process_id ?? '');
      if (holder === undefined) throw new Error(`No process has call ${callId}.`);
      return { holder, others: [...voices.values()].filter((voice) => voice !== holder) };
    },
    ...routing,
    async close() {
      for (const voice of [...voices.values()]) await voice.kill();
      await survivor.stop();
      await fake.close();
      await balancer.close();
    },
  };
}

function routeAstray(
  balancer: LoadBalancer,
  voices: ReadonlyMap<string, ServerProcess>,
): Pick<CarrierHouse, 'aim' | 'strayed'> {
  let target: string | null = null;
  const strayed: string[] = [];
  balancer.aim((path) => {
    const owner = /\/(?:answer|status|stream)\/([^/]+)\//.exec(path)?.[1] ?? '';
    const others = [...voices].filter(([processId]) => processId !== owner);
    const chosen = target ?? others[0]?.[1].api ?? null;
    if (owner !== '' && chosen !== voices.get(owner)?.api) strayed.push(path);
    return chosen?.replace('/api', '') ?? null;
  });
  return {
    aim: (next) => {
      target = next?.api ?? null;
    },
    strayed: () => strayed,
  };
}

async function processAt({ database }: TestServer, origin: string): Promise<string> {
  const find = () =>
    database.query<{ id: string }>('select id from processes where inner_origin = $1', [origin]);
  const [found] = await eventually(find, (rows) => rows.length > 0);
  return found?.id ?? '';
}
