import { spawn } from 'node:child_process';
import { endsWithTest } from './left-running.ts';
import { TEST_SECRET_KEY } from './secret-key.ts';

/**
 * Starts `parley-server` of an npm package until the test ends, without Node flags. Resolves when it is ready.
 * @param program its path
 */
export function startInstalledServer(
  program: string,
  environment: Record<string, string>,
): Promise<{ address: string; stop(): Promise<void> }> {
  const child = spawn(process.execPath, [program], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      PARLEY_HOST: '127.0.0.1',
      PARLEY_SECRET_KEY: TEST_SECRET_KEY,
      PARLEY_SIP_PORT: 'off',
      ...environment,
    },
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = (): Promise<void> => {
    child.kill('SIGTERM');
    return ended;
  };
  endsWithTest(stop);
  let output = '';
  return new Promise((resolve, reject) => {
    const read = (piece: unknown): void => {
      output += String(piece);
      const address = /Console +(http:\S+)[\s\S]*Stop with/.exec(output)?.[1];
      if (address !== undefined) resolve({ address, stop });
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => reject(new Error(`parley-server ended with ${code}:\n${output}`)));
  });
}
