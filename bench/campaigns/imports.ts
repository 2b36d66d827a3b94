import { cpuSecondsOfTree, memoryBytesOfTree } from '../../scripts/testing/processes.ts';
import type { Client } from '../../server/test/kit/test-server.ts';
import { openBenchDatabase } from '../kit/bench-database.ts';
import { startDialer } from './dialers.ts';
import { createCampaign, createOutboundAssistant } from './many-leads.ts';
import { ownerOf } from './wall-speed.ts';

export interface ImportRun {
  isDryRun: boolean;
  seconds: number;
  cpu: { server: number; database: number };
  /** Proportional set size of the server. */
  megabytes: { before: number; max: number };
  /** Requests that add numbers of the file during the import: responses by status, and the time of the slowest. */
  others: { answers: Record<number, number>; longestMs: number };
}

const MEGABYTE = 1_048_576;

/** Imports a file of leads with two variables, first as a dry run, then for real. */
export async function measureImports(count: number): Promise<ImportRun[]> {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await openBenchDatabase());
  const server = stack.use(await startDialer(database.url));
  const account = await ownerOf(database, server.api);
  const assistant_id = await createOutboundAssistant(account);
  const campaignId = await createCampaign(account, { assistant_id });
  const file = fileOf(count);
  const runs: ImportRun[] = [];
  for (const isDryRun of [true, false]) {
    const before = { at: performance.now(), ...cpuOf(server.pid, database.pid) };
    const held = memoryBytesOfTree(server.pid) / MEGABYTE;
    let max = held;
    const sampling = setInterval(() => {
      max = Math.max(max, memoryBytesOfTree(server.pid) / MEGABYTE);
    }, 250);
    const others = watchOthers(account, campaignId);
    const path = `/user/campaign/${campaignId}/leads/import${isDryRun ? '?dry_run=1' : ''}`;
    const answer = await account.post(path, file, { 'content-type': 'text/csv' });
    clearInterval(sampling);
    const { created, duplicates } = answer.body.data;
    if (created + duplicates !== count) throw new Error(`Only ${created} leads of ${count} came in.`);
    const after = cpuOf(server.pid, database.pid);
    runs.push({
      isDryRun,
      seconds: (performance.now() - before.at) / 1000,
      cpu: { server: after.server - before.server, database: after.database - before.database },
      megabytes: { before: held, max },
      others: await others.stop(),
    });
  }
  return runs;
}

function fileOf(count: number): string {
  const rows = Array.from({ length: count }, (_, n) => `${numberOf(n)},Ana Pop ${n},Cluj-Napoca`);
  return `phone_number,name,city\n${rows.join('\n')}\n`;
}

const numberOf = (n: number): string => `+4072${String(1_000_000 + n)}`;

function cpuOf(server: number, database: number): ImportRun['cpu'] {
  return { server: cpuSecondsOfTree(server), database: cpuSecondsOfTree(database) };
}

function watchOthers(account: Client, campaign_id: number): { stop(): Promise<ImportRun['others']> } {
  const answers: Record<number, number> = {};
  let longestMs = 0;
  let isOver = false;
  const asking = (async () => {
    for (let n = 0; !isOver; n += 1) {
      const startedMs = performance.now();
      const { status } = await account.post('/user/lead', { campaign_id, phone_number: numberOf(n) });
      answers[status] = (answers[status] ?? 0) + 1;
      longestMs = Math.max(longestMs, performance.now() - startedMs);
    }
  })();
  const stop = async (): Promise<ImportRun['others']> => {
    isOver = true;
    await asking;
    return { answers, longestMs };
  };
  return { stop };
}
