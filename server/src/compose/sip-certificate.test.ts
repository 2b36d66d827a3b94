import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { manualClock } from '../../test/kit/clocks.ts';
import { eventually } from '../../test/kit/eventually.ts';
import { silentLog } from '../../test/kit/silent-log.ts';
import { watchCertificate } from './sip-certificate.ts';
import { readPair } from './sip-files.ts';

const MINUTE_MS = 60_000;

const fixture = (name: string): string =>
  fileURLToPath(new URL(`../../test/telephony/fixtures/${name}.pem`, import.meta.url));

async function kept() {
  const folder = await mkdtemp(join(tmpdir(), 'parley-certificate-'));
  const files = { certificate: join(folder, 'certificate.pem'), key: join(folder, 'key.pem') };
  await copyFile(fixture('tls-certificate'), files.certificate);
  await copyFile(fixture('tls-key'), files.key);
  const clock = manualClock();
  const said: string[] = [];
  const say = (_about: unknown, text: string) => void said.push(text);
  const first = await readPair(files);
  const certificate = watchCertificate(files, first, { clock, log: { ...silentLog, info: say, warn: say } });
  onTestFinished(async () => {
    await certificate.stop();
    await rm(folder, { recursive: true });
  });
  /** Advances the clock by one minute and waits for the check. */
  const look = async (): Promise<void> => {
    clock.advance(MINUTE_MS);
    await eventually(
      async () => clock.sleeping(),
      (count) => count === 1,
    );
  };
  return { ...certificate, files, first, said, clock, look };
}

test('replaced files are loaded once within a minute', async () => {
  const { current, files, first, said, look } = await kept();
  await look();
  expect(current()).toBe(first);
  await copyFile(fixture('renewed-certificate'), files.certificate);
  await copyFile(fixture('renewed-key'), files.key);
  await look();
  const renewed = current();
  expect(renewed).toEqual({
    certificate: await readFile(fixture('renewed-certificate'), 'utf8'),
    key: await readFile(fixture('renewed-key'), 'utf8'),
  });
  await look();
  expect(current()).toBe(renewed);
  expect(said).toEqual(['Reloaded the SIP TLS certificate.']);
});

test('a check between the two file writes loads nothing and logs nothing', async () => {
  const { current, files, first, said, look } = await kept();
  await copyFile(fixture('renewed-certificate'), files.certificate);
  await look();
  expect(current()).toBe(first);
  await copyFile(fixture('renewed-key'), files.key);
  await look();
  expect(current()).not.toBe(first);
  expect(said).toEqual(['Reloaded the SIP TLS certificate.']);
});

test.each([
  ['gone', (path: string) => rm(path)],
  ['truncated', (path: string) => writeFile(path, '-----BEGIN CERTIFICATE-----\n')],
])('a certificate that is %s is logged once, and the previous one stays in use', async (_how, spoil) => {
  const { current, files, first, said, look } = await kept();
  await spoil(files.certificate);
  for (let minute = 0; minute < 5; minute += 1) await look();
  expect(current()).toBe(first);
  expect(said).toEqual(['The new SIP TLS certificate is unusable. The previous one stays in use.']);
});

test('files are not checked after stop', async () => {
  const { stop, clock } = await kept();
  await stop();
  expect(clock.sleeping()).toBe(0);
});
