import { afterEach, beforeEach, expect, test } from 'vitest';
import { endsWithTest } from '../kit/left-running.ts';
import { type ModelInstallation, startModelInstallation } from '../kit/model-installation.ts';
import { sized } from '../kit/run-size.ts';
import { type ServerProcess, startServerProcess } from '../kit/server-process.ts';
import { clientOf } from '../kit/test-server.ts';
import { startToolEndpoint, type ToolEndpoint } from '../kit/tool-endpoint.ts';
import { choice } from '../kit/tool-storm/plans.ts';
import { KINDS, prepareStorm, stormSeed } from '../kit/tool-storm/storm.ts';

const TURNS = sized({ gate: 24, nightly: 1000 });
const KILL_TURNS = sized({ gate: 12, nightly: 300 });
const KILLS = sized({ gate: 1, nightly: 12 });
const timeout = sized({ gate: 300_000, nightly: 1_800_000 });

const environment = {
  PARLEY_RATE_LIMIT: '1000000',
  PARLEY_INITIAL_BALANCE: '1000',
  PARLEY_VISITOR_LIMITS: 'conversations_per_hour=100000',
};
/** The pauses of a model that stalls. */
const turnLimits = { firstEventMs: 4_000, idleMs: 2_000 };

let installation: ModelInstallation;
let endpoint: ToolEndpoint;

beforeEach(async () => {
  endpoint = await startToolEndpoint();
  installation = await startModelInstallation({ environment, overrides: { turnLimits } });
});
afterEach(async () => {
  await installation.stop();
  await endpoint.close();
});

test('a storm of failures: each tool call runs once, and each message gets one answer', {
  timeout,
}, async () => {
  const seed = stormSeed();
  const storm = await prepareStorm(installation, { seed, mayStall: true, endpoint });
  const { server } = installation;
  const client = (token: string | null) => (token === null ? server.visitor : server.client(token));
  const faults = await storm.play(TURNS, KINDS.all, { api: () => server.api, client });
  expect({ seed, faults }).toEqual({ seed, faults: [] });
  // Otherwise the test proves nothing.
  expect(endpoint.calls.length).toBeGreaterThan(TURNS / 2);
});

test('kill -9 during a storm: tool calls repeat only under their key, and each message gets one answer', {
  timeout,
}, async () => {
  const seed = stormSeed();
  const { server, model } = installation;
  const storm = await prepareStorm(installation, { seed, mayStall: false, endpoint });
  const { world } = storm;
  const start = async (): Promise<ServerProcess> => {
    const process = await startServerProcess(server.testDatabase.connection, {
      ...environment,
      PARLEY_LLM_BASE_URL: model.baseUrl,
      PARLEY_LLM_MODELS: 'main,spare',
    });
    endsWithTest(process.kill);
    return process;
  };
  const unstoredCalls = async (): Promise<string[]> => {
    const rows = await server.database.query<{ key: string }>(
      'select key from tool_calls where result is null',
    );
    return rows.map(({ key }) => key);
  };
  let doomed: ServerProcess | null = await start();
  const random = choice(seed, 'kills');
  /** Each turn has about three events. */
  const pause = (): number => Math.ceil((random() * 1.5 * 3 * KILL_TURNS) / KILLS / 2);
  let nextKill = pause();
  let restarted = Promise.resolve();
  world.onEvent = () => {
    if (doomed === null || world.events < nextKill || world.kills === KILLS) return;
    const killed = world.kill(doomed, unstoredCalls);
    doomed = null;
    restarted = killed.then(start).then((process) => {
      doomed = process;
      nextKill = world.events + pause();
    });
  };
  const api = (): string => doomed?.api ?? server.api;
  const faults = await storm.play(KILL_TURNS, KINDS.written, {
    api,
    client: (token) => clientOf(api(), token),
  });
  expect({ seed, faults }).toEqual({ seed, faults: [] });
  // The storm may be over before the last killed server has been replaced.
  await restarted;
  // Fast turns leave fewer events.
  expect(world.kills).toBeGreaterThanOrEqual(KILLS / 2);
});
