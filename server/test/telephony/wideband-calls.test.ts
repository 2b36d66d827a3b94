import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { FliteTts } from '../../src/providers/offline/flite-tts.ts';
import { tonePower } from '../../src/voice/audio/tones/goertzel.ts';
import { type AudioServer, startAudioServer } from '../kit/audio-server.ts';
import { endedCall } from '../kit/calls.ts';
import { eventually } from '../kit/eventually.ts';
import { BOB, startBaresip } from '../kit/sip/baresip.ts';
import { freePorts } from '../kit/sip/free-ports.ts';
import { isMissing } from '../kit/sip/programs.ts';
import { assistantOver, trunkTo } from '../kit/sip/voice-processes.ts';
import { speech } from '../kit/speech.ts';
import { type Client, startTestServer, type TestServer } from '../kit/test-server.ts';
import { recordingChannels } from '../kit/voice/recording-channels.ts';

const RATE_HZ = 16_000;
const QUESTION = 'What time do you open on Saturday?';

let vendor: AudioServer;
let server: TestServer;
let account: Client;
let port: number;
const numbers: { id: number; number: string }[] = [];

beforeAll(async () => {
  vendor = await startAudioServer();
  [port = 0] = await freePorts(1);
  server = await startTestServer({
    environment: {
      PARLEY_SIP_PORT: String(port),
      PARLEY_SIP_HOST: '127.0.0.1',
      PARLEY_RTP_PORTS: '0',
      PARLEY_STT_BASE_URL: vendor.baseUrl,
      PARLEY_STT_MODEL: 'whisper',
      PARLEY_STT_API_KEY: 'k',
    },
  });
  account = await server.account();
  // Trunks are created before the first call, because the trunks of an address are cached.
  for (const number of ['+40312000021', '+40312000022']) {
    numbers.push({ id: await trunkTo(account, { address: '127.0.0.1:9', phone_number: number }), number });
  }
});
afterAll(async () => {
  await server.stop();
  await vendor.close();
});

/** Power from 4.5 to 7 kHz as a share of everything: 0.0003 or more in speech, 0.00004 in µ-law of telephone speech. */
function wideShare(samples: ArrayLike<number>): number {
  const all = Float64Array.from(samples);
  const total = all.reduce((sum, sample) => sum + sample * sample, 0) / all.length;
  let wide = 0;
  for (let from = 0; from + 400 <= all.length; from += 400) {
    // A Hann window keeps strong low tones out of the other bins.
    const part = all
      .subarray(from, from + 400)
      .map((sample, at) => sample * (1 - Math.cos((2 * Math.PI * at) / 400)));
    for (let hertz = 4520; hertz < 7000; hertz += 40) wide += tonePower(part, hertz, RATE_HZ);
  }
  return wide / (all.length / 400) / total;
}

describe.skipIf(isMissing('baresip'))('a call from a softphone', () => {
  test.each(['G722/16000/1', 'opus/48000/2'])('in %s is wideband from end to end', async (codec) => {
    const { id: numberId, number } = numbers.pop() ?? expect.unreachable();
    const assistantId = await assistantOver(account, { type: 'inbound', numberId, fields: { record: true } });
    const flite = new FliteTts({ clock: systemClock });
    const { samples } = await speech(flite, QUESTION, { voice: 'slt', sampleRateHz: RATE_HZ });
    await flite.close();
    // The question comes after the greeting. The softphone hangs up when its audio ends.
    const says = new Int16Array(60 * RATE_HZ);
    says.set(samples, 5 * RATE_HZ);
    vendor.forms.length = 0;
    vendor.script({ kind: 'transcript', text: QUESTION, language: 'en' });
    const phone = await startBaresip(says, `${BOB};audio_codecs=${codec}`, { rateHz: RATE_HZ });

    phone.command('dial', `sip:${number}@127.0.0.1:${port}`);
    const said = async () => {
      const { body } = await account.get(`/user/calls?assistant_id=${assistantId}`);
      const senders = body.data[0]?.transcript.map(({ sender }: { sender: string }) => sender) ?? [];
      return { id: body.data[0]?.id, senders };
    };
    // The greeting, the question and an answer.
    const { id } = await eventually(
      said,
      ({ senders }) => senders.lastIndexOf('bot') > senders.indexOf('human') && senders.includes('human'),
    );
    const heard = await phone.heard();
    phone.command('hangup');
    const { recording_url: url, transcript } = await endedCall(account, id);

    expect(transcript.find(({ sender }: { sender: string }) => sender === 'human')).toMatchObject({
      text: QUESTION,
    });
    // Speech recognition gets what the softphone sent, at its rate.
    const form = vendor.forms.find((one) => one.includes('RIFF')) ?? expect.unreachable();
    const wave = Buffer.from(form.slice(form.indexOf('RIFF')), 'latin1');
    expect(wave.readUInt32LE(24)).toBe(RATE_HZ);
    const recognized = new Int16Array(
      wave.buffer.slice(wave.byteOffset + 44, wave.byteOffset + 44 + 2 * RATE_HZ),
    );
    const { left, right } = await recordingChannels(url, RATE_HZ);
    for (const audio of [recognized, heard, left, right]) expect(wideShare(audio)).toBeGreaterThan(0.0001);
  });
});
