import { rm } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { startEmbeddedDatabase } from '../../src/db/embedded/embedded-database.ts';
import { recordedLog, temporaryFolder } from '../../src/db/embedded/testing/embedded-kit.ts';
import { runCommandWith } from '../kit/command-line.ts';

test('parley chat asks for the port of the running server when PORT is wrong', async () => {
  const dataDirectory = await temporaryFolder();
  onTestFinished(() => rm(dataDirectory, { recursive: true, force: true }));
  const held = await startEmbeddedDatabase({ dataDirectory, log: recordedLog() });
  onTestFinished(() => held.stop());
  // Nothing listens on port 1.
  const { code, output } = await runCommandWith(['chat'], { PARLEY_DATA: dataDirectory, PORT: '1' });
  expect(code).toBe(1);
  expect(output).toMatch(/already runs on the database .* set PORT to the port it listens on/);
});
