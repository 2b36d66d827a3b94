import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EnvironmentReader } from '../config/environment-reader.ts';
import { readSip } from '../config/sip.ts';
import { readSipFiles, type SipFiles } from './sip-files.ts';

const CERT = 'PARLEY_SIP_TLS_CERT';
const KEY = 'PARLEY_SIP_TLS_KEY';
const CA = 'PARLEY_SIP_TLS_CA';

const fixture = (name: string): string =>
  fileURLToPath(new URL(`../../test/telephony/fixtures/${name}.pem`, import.meta.url));
const certificate = fixture('tls-certificate');
const key = fixture('tls-key');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-sip-files-'));
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  await writeFile(join(folder, 'other-key'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const pem = await readFile(certificate, 'utf8');
  await writeFile(
    join(folder, 'cut-off'),
    `${pem}-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n`,
  );
});
afterAll(() => rm(folder, { recursive: true }));

async function read(environment: Record<string, string>): Promise<SipFiles> {
  const place = { host: 'localhost', holdsCalls: true };
  const config = readSip(new EnvironmentReader(environment), place);
  return readSipFiles(config ?? expect.unreachable());
}

test('reads nothing without configured files', async () => {
  expect(await read({})).toEqual({ certificate: null, authorities: null });
});

test('reads the configured files', async () => {
  const pem = await readFile(certificate, 'utf8');
  expect(await read({ [CERT]: certificate, [KEY]: key, [CA]: certificate })).toEqual({
    certificate: { certificate: pem, key: await readFile(key, 'utf8') },
    authorities: pem,
  });
});

test.each([
  ['a missing certificate', [CERT], () => ({ [CERT]: join(folder, 'missing'), [KEY]: key })],
  ['a key instead of the certificate', [CERT], () => ({ [CERT]: key, [KEY]: key })],
  ['a truncated certificate', [CERT], () => ({ [CERT]: join(folder, 'cut-off'), [KEY]: key })],
  ['a missing key', [KEY], () => ({ [CERT]: certificate, [KEY]: join(folder, 'missing') })],
  ['a folder instead of the key', [KEY], () => ({ [CERT]: certificate, [KEY]: folder })],
  ['a certificate instead of the key', [KEY], () => ({ [CERT]: certificate, [KEY]: certificate })],
  [
    'the key of another certificate',
    [CERT, KEY],
    () => ({ [CERT]: certificate, [KEY]: join(folder, 'other-key') }),
  ],
  ['a missing CA file', [CA], () => ({ [CA]: join(folder, 'missing') })],
  ['a CA file without a certificate', [CA], () => ({ [CA]: key })],
])('%s is rejected with the name of its variable', async (_what, names, environment) => {
  const problem = await read(environment()).then(
    () => '',
    (error: Error) => `${error.name}: ${error.message}`,
  );
  expect(problem).toMatch(/^ConfigError: /);
  expect([CERT, KEY, CA].filter((name) => problem.includes(name))).toEqual(names);
});
