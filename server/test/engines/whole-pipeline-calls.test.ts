import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { endedCall } from '../kit/calls.ts';
import { type DeepgramServer, startDeepgramServer } from '../kit/deepgram-server.ts';
import { eventually } from '../kit/eventually.ts';
import { onSecondTry } from '../kit/second-tries.ts';
import { elevenLabsDialect } from '../kit/speech-dialects.ts';
import { type SpeechServer, startSpeechServer } from '../kit/speech-server.ts';
import { type EngineServer, startEngineServer } from '../kit/voice/engine-server.ts';
import { toneMs } from '../kit/voice/heard-tones.ts';
import { recordingChannels } from '../kit/voice/recording-channels.ts';
import { asHeard, shareContained } from '../kit/voice/same-samples.ts';

/** Five seconds long, because each word of the simulated voice is short. */
const GREETING = `Mill Inn, good evening. ${'We are at your service. '.repeat(7).trim()}`;
const QUESTION = 'When is breakfast?';
/** Pitch of the simulated voice, in Hz. */
const VOICE_HZ = 440;

let deepgram: DeepgramServer;
let elevenLabs: SpeechServer;
let server: EngineServer;

async function open(): Promise<void> {
  deepgram = await startDeepgramServer();
  elevenLabs = await startSpeechServer(elevenLabsDialect);
  server = await startEngineServer({
    DEEPGRAM_API_KEY: 'd',
    DEEPGRAM_BASE_URL: deepgram.url.replace('ws', 'http'),
    ELEVENLABS_API_KEY: 'e',
    ELEVENLABS_BASE_URL: elevenLabs.url.replace('ws', 'http'),
  });
}
async function close(): Promise<void> {
  await server.close();
  await Promise.all([deepgram.close(), elevenLabs.close()]);
}
beforeAll(open);
afterAll(close);
beforeEach(onSecondTry(close, open));

test.each(['SIP', 'a media stream'] as const)(
  'a whole call over %s with Deepgram STT and ElevenLabs TTS is transcribed, recorded and billed as heard',
  async (line) => {
    deepgram.script(QUESTION);
    const call = await server.call(
      line,
      { model: 'Offline', voice: 'Sarah' },
      {
        mode: 'pipeline',
        initial_message: GREETING,
        record: true,
        system_prompt: 'You help guests. Breakfast is at seven.',
      },
    );
    const heardMs = async (): Promise<number> => toneMs(await call.heard(), VOICE_HZ);
    await eventually(heardMs, (ms) => ms > 800);
    const question = await server.spoken(QUESTION);
    await call.say(question);
    const answered = await eventually(
      () => call.view(),
      (view) => view.transcript.length >= 3,
    );
    const [greeting, asked, answer] = answered.transcript;
    expect(GREETING.startsWith(greeting.text)).toBe(true);
    expect(greeting.text.length).toBeGreaterThan(5);
    expect(greeting.text.length).toBeLessThan(GREETING.length);
    expect(asked).toMatchObject({ sender: 'human', text: QUESTION });
    expect(answer).toMatchObject({ sender: 'bot', text: expect.stringContaining('seven') });
    const allMs = await heardMs();
    await call.hangUp();
    const view = await endedCall(server.account, call.id);
    expect(view).toMatchObject({
      status: 'ended_by_customer',
      client_phone_number: call.from,
      assistant_phone_number: call.to,
      total_cost: 0.1,
      latency: [{ total_ms: expect.any(Number) }],
    });
    const types = view.events.map(({ type }: { type: string }) => type);
    expect(types.filter((type: string) => type === 'interrupted')).toHaveLength(1);
    expect(types).not.toContain('provider-failed');
    const { left, right } = await recordingChannels(view.recording_url);
    // Every packet that arrived in time, sample by sample; on a busy machine some are too late for playout.
    expect(shareContained(asHeard(question), left)).toBeGreaterThan(0.8);
    expect(Math.abs(toneMs(right, VOICE_HZ) - allMs)).toBeLessThan(1_500);
  },
);
