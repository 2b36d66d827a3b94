import { expect, test } from 'vitest';
import type { VoiceSettings } from '../../src/voice/settings.ts';
import { scriptedAssistant } from '../kit/voice/scripted-assistant.ts';
import { loudnessOf } from '../kit/voice/scripted-engine.ts';
import { backgroundLoudness, type VoiceCall, voiceCall } from '../kit/voice/voice-call.ts';

async function quiet(settings: Partial<VoiceSettings>): Promise<VoiceCall> {
  const call = voiceCall({ assistant: scriptedAssistant({ initialMessage: 'Hello.', ...settings }) });
  await call.advance(2000);
  return call;
}

test.each(['office', 'city', 'forest', 'crowded_room', 'cafe', 'nature'] as const)(
  'ambient_sound %s plays continuously and does not count as speech',
  async (ambientSound) => {
    const played: unknown[] = [];
    const call = voiceCall({
      assistant: scriptedAssistant({ initialMessage: 'Hello.', ambientSound, ambientSoundVolume: 0.3 }),
      services: {
        backgroundAudio: {
          play: (...how) => {
            played.push(how);
            return { mixInto: (frame) => void frame.fill(backgroundLoudness(how[0])) };
          },
        },
      },
    });
    await call.advance(2000);
    expect(played).toEqual([[ambientSound, 8000, 0.3]]);
    expect(new Set(call.leg.heard)).toEqual(new Set([backgroundLoudness(ambientSound)]));
    expect(call.told('assistant-said')).toMatchObject([{ text: 'Hello.', interrupted: false }]);
    expect(call.told('interrupted')).toEqual([]);
  },
);

test.each([
  { ambientSound: 'off' as const, ambientSoundVolume: 1 },
  { ambientSound: 'office' as const, ambientSoundVolume: 0 },
])('sends silence between texts with %o', async (settings) => {
  const call = await quiet(settings);
  expect(call.leg.heard.slice(-20)).toEqual(Array(20).fill(0));
});

test('record: stores both sides on one timeline, as received and as sent', async () => {
  const call = voiceCall({ assistant: scriptedAssistant({ initialMessage: 'Hello.', record: true }) });
  await call.advance(1000);
  await call.speak('Hi.', 1000);
  await call.advance(1000);
  call.leg.end({ kind: 'remote-hang-up' });
  await call.advance(20);
  const recording = Buffer.concat(call.chunks);
  expect(recording.length / 2 / 8).toBeGreaterThanOrEqual(2980);
  const loudMs = (channel: 0 | 1): { from: number; to: number } => {
    const silence = 0xff;
    const loud = [...recording.keys()].filter(
      (index) => index % 2 === channel && recording[index] !== silence,
    );
    return { from: (loud[0] ?? 0) / 16, to: (loud.at(-1) ?? 0) / 16 };
  };
  expect(loudMs(0).from).toBeCloseTo(1000, -1.5);
  expect(loudMs(0).to).toBeCloseTo(2000, -1.5);
  expect(loudMs(1).from).toBeLessThanOrEqual(60);
});

test('record false: records nothing', async () => {
  const call = await quiet({ record: false });
  call.leg.end({ kind: 'remote-hang-up' });
  await call.advance(20);
  expect(call.chunks).toEqual([]);
});

test.each([true, false])('applies enable_noise_cancellation %s', async (noiseCancellation) => {
  const opened: number[] = [];
  let closed = 0;
  const call = voiceCall({
    assistant: scriptedAssistant({
      initialMessage: 'one two three four five six seven eight.',
      noiseCancellation,
    }),
    services: {
      noiseCanceller: {
        open: (sampleRateHz, listener) => {
          opened.push(sampleRateHz);
          return { push: (frame) => listener(frame.fill(0)), close: () => (closed += 1) };
        },
      },
    },
  });
  await call.advance(500);
  await call.speak('', 1300);
  await call.advance(1000);
  expect(opened).toEqual(noiseCancellation ? [8000] : []);
  expect(call.told('interrupted')).toHaveLength(noiseCancellation ? 0 : 1);
  call.leg.end({ kind: 'remote-hang-up' });
  await call.advance(20);
  expect(closed).toBe(noiseCancellation ? 1 : 0);
});

test('reports that noise cancellation was skipped', async () => {
  const call = voiceCall({
    assistant: scriptedAssistant({ initialMessage: 'Hello.', noiseCancellation: true }),
    services: {
      noiseCanceller: {
        open: (_, listener, noiseKept) => {
          let isTold = false;
          return {
            push: (frame) => {
              listener(frame);
              if (!isTold) noiseKept?.();
              isTold = true;
            },
            close: () => undefined,
          };
        },
      },
    },
  });
  await call.advance(1000);
  await call.speak('Hello?', 800);
  expect(call.told('noise-kept')).toHaveLength(1);
});

test('uses the sample rate of the browser', async () => {
  const call = voiceCall({
    assistant: scriptedAssistant({ initialMessage: 'Hello.' }),
    leg: { sampleRateHz: 16_000 },
    direction: 'web',
  });
  await call.advance(1000);
  expect(call.heard('Hello.')).toMatchObject({ frames: 10 });
  await call.speak('Hi.', 600);
  await call.advance(1000);
  expect(call.leg.heard).toContain(loudnessOf('All right.'));
});
