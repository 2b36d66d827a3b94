import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { endedCall, makeCall } from '../kit/calls.ts';
import { eventually } from '../kit/eventually.ts';
import { endsWithTest } from '../kit/left-running.ts';
import { type Baresip, startBaresip } from '../kit/sip/baresip.ts';
import { isMissing } from '../kit/sip/programs.ts';
import { uniqueAudio } from '../kit/sip/unique-audio.ts';
import { assistantOver, trunkTo } from '../kit/sip/voice-processes.ts';
import { type Client, startTestServer, type TestServer } from '../kit/test-server.ts';
import { recordingChannels } from '../kit/voice/recording-channels.ts';
import { shareBetweenGaps } from '../kit/voice/same-samples.ts';

const fixture = (name: string): string => fileURLToPath(new URL(`./fixtures/${name}.pem`, import.meta.url));
/** Self-signed. */
const CERTIFICATE = fixture('tls-certificate');
const CALLED = '+40721000066';
const KEY = fixture('tls-key');

async function starts(environment: Record<string, string>): Promise<TestServer> {
  const server = await startTestServer({ environment: { PARLEY_SIP_HOST: '127.0.0.1', ...environment } });
  endsWithTest(() => server.stop());
  return server;
}

/** A PBX that answers over TLS with the certificate. */
async function startExchange(): Promise<Baresip> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-exchange-'));
  endsWithTest(() => rm(folder, { recursive: true }));
  const certificate = join(folder, 'own.pem');
  await writeFile(certificate, `${await readFile(CERTIFICATE, 'utf8')}${await readFile(KEY, 'utf8')}`);
  return startBaresip(uniqueAudio, `<sip:${CALLED}@127.0.0.1>;regint=0;answermode=auto`, {
    certificate,
    authorities: CERTIFICATE,
  });
}

/** Lets an assistant place a call over a trunk to the PBX. */
async function callOver(exchange: Baresip, environment: Record<string, string>) {
  const server = await starts({ PARLEY_SIP_PORT: '0', PARLEY_RTP_PORTS: '0', ...environment });
  const account: Client = await server.account();
  const address = `127.0.0.1:${exchange.tlsPort};transport=tls`;
  const numberId = await trunkTo(account, { address, phone_number: '+40312000009' });
  const assistant_id = await assistantOver(account, { type: 'outbound', numberId, fields: { record: true } });
  return { account, id: await makeCall(account, { assistant_id, phone_number: CALLED }) };
}

describe.skipIf(isMissing('baresip'))('a PBX over TLS', () => {
  test('is called if PARLEY_SIP_TLS_CA names its certificate authority', async () => {
    const exchange = await startExchange();
    // The PBX hangs up over a new connection, for which our server needs a certificate.
    const own = { PARLEY_SIP_TLS_CERT: CERTIFICATE, PARLEY_SIP_TLS_KEY: KEY };
    const { account, id } = await callOver(exchange, { ...own, PARLEY_SIP_TLS_CA: CERTIFICATE });
    await eventually(
      () => exchange.heard(),
      (samples) => samples.length > 24_000,
    );
    exchange.command('hangup');
    const { status, recording_url } = await endedCall(account, id);
    expect(status).toBe('ended_by_customer');
    expect(exchange.words()).toContain('Via: SIP/2.0/TLS 127.0.0.1');
    const { left } = await recordingChannels(recording_url);
    expect(shareBetweenGaps(left.subarray(8000, 16_000), uniqueAudio, { samples: 80 })).toBeGreaterThan(0.95);
  });

  test('is not called with an untrusted certificate', async () => {
    const exchange = await startExchange();
    const { account, id } = await callOver(exchange, {});
    const { status, end_reason } = await endedCall(account, id);
    expect(status).toBe('failed');
    expect(end_reason).toContain('self-signed certificate');
    expect(exchange.words()).not.toContain('INVITE sip:');
  });
});

test('an unusable certificate prevents the start even if SIP is optional', async () => {
  const environment = { PARLEY_SIP_PORT: '', PARLEY_SIP_TLS_CERT: KEY, PARLEY_SIP_TLS_KEY: KEY };
  await expect(starts(environment)).rejects.toThrow(/PARLEY_SIP_TLS_CERT must be a readable PEM file/);
});
