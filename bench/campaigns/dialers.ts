import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { TEST_SECRET_KEY } from '../../server/test/kit/secret-key.ts';
import { freePorts } from '../../server/test/kit/sip/free-ports.ts';

const entry = fileURLToPath(new URL('../../server/test/kit/campaigns/dialer.process.ts', import.meta.url));

/** A dialer process over SIP with silent calls. */
export interface Dialer extends AsyncDisposable {
  pid: number;
  api: string;
  sipPort: number;
  /** Sends SIGKILL, as in a power failure. */
  kill(): Promise<void>;
}

export async function startDialer(
  databaseUrl: string,
  environment: Record<string, string> = {},
): Promise<Dialer> {
  const [sipPort = 0] = await freePorts(1);
  const child = fork(entry, {
    execArgv: ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=8'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: databaseUrl,
      PORT: '0',
      PARLEY_HOST: '127.0.0.1',
      PARLEY_ALLOW_PRIVATE_CIDRS: '127.0.0.0/8',
      PARLEY_SECRET_KEY: TEST_SECRET_KEY,
      PARLEY_ROLE: 'voice',
      PARLEY_SIP_PORT: String(sipPort),
      PARLEY_RTP_PORTS: '20000-60000',
      PARLEY_MAX_CALLS: '4000',
      PARLEY_CAMPAIGN_SHARE: '100',
      PARLEY_CALLING_HOURS: '00:00-23:59',
      // No rate limit.
      PARLEY_CALLS_PER_SECOND: 'sip=off',
      PARLEY_REGISTRATION: 'on',
      PARLEY_INITIAL_BALANCE: '1000000',
      ...environment,
    },
  });
  const failed = once(child, 'exit').then(() => {
    throw new Error('The dialer ended before it listened.');
  });
  const [{ address }] = await Promise.race([once(child, 'message'), failed]);
  failed.catch(() => undefined);
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  return {
    pid: child.pid ?? 0,
    api: `${address}/api`,
    sipPort,
    kill: () => end('SIGKILL'),
    [Symbol.asyncDispose]: () => end('SIGKILL'),
  };
}
