import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { type RawData, WebSocket, WebSocketServer } from 'ws';

/*
 * Wraps Firefox (the first argument) for Playwright: forwards WebDriver BiDi, and answers commands that Playwright
 * sends for every page but Debian's Firefox does not support yet.
 */
const UNKNOWN_COMMANDS: readonly string[] = ['emulation.setMediaFeaturesOverride'];
const READY = /^WebDriver BiDi listening on (ws:\/\/.*)$/;

const [, , firefox = '', ...words] = process.argv;
const child = spawn(firefox, words, { stdio: ['ignore', 'ignore', 'pipe'] });
child.once('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));

createInterface(child.stderr).on('line', (line) => {
  const address = READY.exec(line)?.[1];
  if (address === undefined) process.stderr.write(`${line}\n`);
  else handThrough(address);
});

function handThrough(address: string): void {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.once('listening', () => {
    const own = server.address();
    const port = typeof own === 'object' ? own?.port : undefined;
    process.stderr.write(`WebDriver BiDi listening on ws://127.0.0.1:${port}\n`);
  });
  server.on('connection', (near, request) => {
    const far = new WebSocket(`${address}${request.url}`, { perMessageDeflate: false });
    // Playwright may send commands before the second connection is open.
    const opened = new Promise((resolve) => far.once('open', resolve));
    near.on('message', async (data) => {
      const answer = ownAnswer(data);
      if (answer !== undefined) near.send(answer);
      else await opened.then(() => far.send(data, { binary: false }));
    });
    far.on('message', (data) => near.send(data, { binary: false }));
    // If the test runner is killed, it does not close the browser.
    near.once('close', () => child.kill());
    far.once('close', () => near.close());
    far.once('error', () => near.close());
  });
}

function ownAnswer(data: RawData): string | undefined {
  const { id, method } = JSON.parse(String(data));
  return UNKNOWN_COMMANDS.includes(method) ? JSON.stringify({ type: 'success', id, result: {} }) : undefined;
}
