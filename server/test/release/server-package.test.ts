import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { stageServer } from '../../../scripts/release/stage-server.ts';
import { startInstalledServer } from '../kit/installed-server.ts';
import { endsWithFile } from '../kit/left-running.ts';
import { emptyFolder, printed } from '../kit/sample-program.ts';
import { connectionUrl } from '../kit/server-process.ts';
import { cloneDatabase } from '../kit/test-server.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

test('the server package starts without types and build, and serves console and documentation', async () => {
  const folder = emptyFolder();
  const app = stageServer(root, folder);
  expect(readdirSync(folder, { recursive: true }).filter((file) => /\.tsx?$/.test(String(file)))).toEqual([]);
  symlinkSync(path.join(root, 'node_modules'), path.join(app, 'node_modules'));

  const program = path.join(app, 'scripts/parley-server.js');
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  expect(await printed(process.execPath, [program, '--version'], { cwd: folder })).toBe(`${version}\n`);
  const help = await printed(process.execPath, [program, 'help', 'doctor'], { cwd: folder });
  expect(help).toContain('Usage: parley-server doctor');

  const database = await cloneDatabase();
  endsWithFile(database.drop);
  const environment = { DATABASE_URL: connectionUrl(database.connection) };
  const { address } = await startInstalledServer(program, environment);
  const [health, console, docs] = await Promise.all(
    ['/api/health', '/', '/docs'].map((place) => fetch(`${address}${place}`)),
  );
  expect(await health?.json()).toMatchObject({ status: 'ok', version });
  expect(await console?.text()).toContain('<script type="module"');
  expect([docs?.status, docs?.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
});
