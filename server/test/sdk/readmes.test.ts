import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { findCompiler } from '../../../scripts/checks/run/typescript.ts';
import { VERSION } from '../../../sdk/typescript/src/generated/version.ts';
import { arePackagesMissing, emptyFolder, PYTHON, printed, readmeProgram } from '../kit/sample-program.ts';
import { sharedServer } from '../kit/shared-server.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Output of both programs, which shows that each sample had its effect. */
const story = [
  /^Breakfast is from 7 to 10\.$/m,
  /^Done: Breakfast is from 7 to 10\.$/m,
  /^bot:? Mill Inn, good evening\.$/m,
  /^The call ended: ended_by_customer$/m,
  /^\+40721000001$/m,
  /^2 and 1 of 3 leads$/m,
  /^Invalid: \[\s*'The phone number field must be a valid phone number in international format\.'\s*\]$/m,
  /^true$/im,
  /@example\.com \d+$/m,
  /^Received test\.ping$/m,
  /^delivered$/m,
];

const afterTypeScript = `
for (let status = 'pending'; status === 'pending'; await setTimeout(100)) {
  status = (await parley.webhookDeliveries.list({ event: 'test.ping' })).items[0].status;
  if (status !== 'pending') console.log(status);
}
server.close();
server.closeAllConnections();
`;

const afterPython = `
status = "pending"
while status == "pending":
    sleep(0.1)
    status = parley.webhook_deliveries.list(event="test.ping").items[0]["status"]
print(status)
`;

function menuFolder(): string {
  const folder = emptyFolder();
  writeFileSync(path.join(folder, 'menu.txt'), 'The Mill Inn serves trout on Fridays.');
  return folder;
}

test('the samples of the TypeScript README compile and work with the package in an empty folder', async () => {
  const folder = menuFolder();
  const program =
    (await readmeProgram(path.join(root, 'sdk/typescript/README.md'), 'ts', await sharedServer())) +
    afterTypeScript;
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(path.join(folder, 'readme.mts'), program);
  writeFileSync(path.join(folder, 'readme.mjs'), program);
  await printed('npm', ['pack', '--pack-destination', folder], { cwd: path.join(root, 'sdk/typescript') });
  await printed('npm', ['install', '--offline', `./parley-sdk-${VERSION}.tgz`], { cwd: folder });
  const strict = [
    '--noEmit',
    '--strict',
    '--module',
    'nodenext',
    '--target',
    'es2024',
    '--skipLibCheck',
    'false',
  ];
  const types = ['--typeRoots', path.join(root, 'node_modules/@types'), '--types', 'node'];
  await printed(await findCompiler(), [...strict, ...types, 'readme.mts'], { cwd: folder });
  const output = await printed(process.execPath, ['readme.mjs'], { cwd: folder });
  for (const line of story) expect(output).toMatch(line);
});

test.skipIf(arePackagesMissing('python3-httpx'))('the samples of the Python README work', async () => {
  const folder = menuFolder();
  const program = await readmeProgram(
    path.join(root, 'sdk/python/README.md'),
    'python',
    await sharedServer(),
  );
  writeFileSync(path.join(folder, 'readme.py'), program + afterPython);
  const env = { PYTHONPATH: path.join(root, 'sdk/python/src'), PYTHONDONTWRITEBYTECODE: '1' };
  const output = await printed(PYTHON, ['-W', 'error', 'readme.py'], { cwd: folder, env });
  for (const line of story) expect(output).toMatch(line);
  expect(output).toMatch(/^Async \+40721000001$/m);
  expect(output).toMatch(/^Async done$/m);
});
