import { expect, test } from 'vitest';
import type { VoiceSettings } from '../../src/voice/settings.ts';
import { scriptedAssistant } from '../kit/voice/scripted-assistant.ts';
import { type VoiceCall, type VoiceCallOptions, voiceCall } from '../kit/voice/voice-call.ts';

const LONG = 'One two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen.';
const ALL_FRAMES = 15 * 10;

function held(settings: Partial<VoiceSettings> = {}, options: VoiceCallOptions = {}): VoiceCall {
  const assistant = scriptedAssistant(
    { initialMessage: 'Hello.', reengagementIntervalMs: 7000, maxSilenceMs: 12_000, ...settings },
    { builtInTools: [{ type: 'dtmf_input' }, { type: 'collect_keypad', timeout: 5 }] },
  );
  return voiceCall({ assistant, engine: { answers: ['Sure.'] }, ...options });
}

const said = (call: VoiceCall): string[] => call.told('assistant-said').map(({ text }) => text);

test('pauses re-engagement and silence limits on hold and restarts them afterwards', async () => {
  const call = held({ maxInitialSilenceMs: 5000 });
  await call.advance(1000);
  call.leg.hold(true);
  await call.advance(60_000);
  expect(call.outcome).toBeNull();
  expect(call.told('reengaged')).toEqual([]);
  expect(said(call)).toEqual(['Hello.']);
  call.leg.hold(false);
  await call.speak('Here I am.', 600);
  await call.advance(6000);
  expect(said(call)).toEqual(['Hello.', 'Sure.']);
  expect(call.told('reengaged')).toEqual([]);
  await call.advance(2000);
  expect(call.told('reengaged')).toHaveLength(1);
  await call.advance(6000);
  expect(call.outcome).toMatchObject({ status: 'ended_by_assistant', reason: 'silence' });
});

test('pauses speech on hold and resumes it without losing a word', async () => {
  const call = held({ initialMessage: LONG });
  await call.advance(1000);
  const before = call.heard(LONG)?.frames ?? 0;
  call.leg.hold(true);
  await call.advance(20_000);
  expect(call.heard(LONG)?.frames).toBe(before);
  expect(said(call)).toEqual([]);
  call.leg.hold(false);
  await call.advance(4000);
  expect(call.heard(LONG)?.frames).toBe(ALL_FRAMES);
  expect(call.told('assistant-said')).toMatchObject([{ text: LONG, interrupted: false }]);
});

test('keeps unheard text out of the history when hung up on hold', async () => {
  const call = held({ initialMessage: LONG });
  await call.advance(1000);
  call.leg.hold(true);
  await call.advance(5000);
  call.leg.end({ kind: 'remote-hang-up' });
  await call.advance(20);
  expect(call.told('assistant-said')).toMatchObject([{ text: 'One two three four five', interrupted: true }]);
});

test('continues a turn after a hold', async () => {
  const call = held();
  await call.advance(1000);
  call.leg.speaking = true;
  await call.advance(600);
  call.leg.speaking = false;
  call.leg.hold(true);
  await call.advance(10_000);
  expect(call.engines[0]?.asked).not.toContain('answer');
  call.leg.hold(false);
  await call.speak('a table for two', 600);
  await call.advance(1500);
  expect(call.engines[0]?.asked.filter((asked) => asked === 'answer')).toHaveLength(1);
  expect(said(call)).toEqual(['Hello.', 'Sure.']);
});

test('does not count the hold as latency', async () => {
  const call = held({}, { engine: { answers: [{ text: 'Sure.', delayMs: 400 }] } });
  await call.advance(1000);
  await call.speak('A table for two.', 600);
  await call.advance(600);
  call.leg.hold(true);
  await call.advance(10_000);
  call.leg.hold(false);
  await call.advance(1000);
  const [answered] = call.told('turn-answered');
  expect(answered?.latency.totalMs).toBeGreaterThan(500);
  expect(answered?.latency.totalMs).toBeLessThan(1000);
});

test('ignores and does not record hold music', async () => {
  const call = held({ record: true });
  await call.advance(1000);
  call.leg.hold(true);
  call.leg.speaking = true;
  await call.advance(20_000);
  call.leg.speaking = false;
  expect(call.engines[0]?.asked).not.toContain('speech-started');
  call.leg.end({ kind: 'remote-hang-up' });
  await call.advance(20);
  const recording = Buffer.concat(call.chunks);
  expect(recording.length / 16).toBeGreaterThan(20_900);
  expect([...recording].filter((byte, index) => index % 2 === 0 && byte !== 0xff)).toEqual([]);
});

test('max_duration ends a call on hold without an unheard goodbye in the history', async () => {
  const call = held({ maxDurationMs: 30_000 });
  await call.advance(1000);
  call.leg.hold(true);
  await call.advance(28_900);
  expect(call.outcome).toBeNull();
  await call.advance(200);
  expect(call.outcome).toMatchObject({ status: 'completed', reason: 'max duration', durationMs: 30_000 });
  expect(said(call)).toEqual(['Hello.']);
});

test('max_duration: a caller who returns from hold in time hears the goodbye', async () => {
  const call = held({ maxDurationMs: 30_000 });
  await call.advance(1000);
  call.leg.hold(true);
  await call.advance(23_000);
  call.leg.hold(false);
  await call.advance(6000);
  expect(said(call).at(-1)).toMatch(/our time is up/);
});

test('continues to wait for keys after a hold', async () => {
  const answers = [{ text: 'Your number?', tool: { name: 'collect_keypad' }, thenText: 'Thanks.' }];
  const call = held({}, { engine: { answers } });
  await call.advance(1000);
  await call.speak('Please do it.', 800);
  await call.advance(2000);
  call.leg.hold(true);
  await call.advance(20_000);
  call.leg.hold(false);
  await call.advance(1000);
  for (const digit of '42#') call.leg.press(digit);
  await call.advance(1000);
  expect(call.told('tool-called')).toMatchObject([
    { functionCall: { result: { digits: '42', ended_by: 'stop_key' } } },
  ]);
});

test('dtmf_input reports during a hold that nothing was sent', async () => {
  const tool = { name: 'dtmf_input', arguments: { digits: '1' } };
  const call = held({}, { engine: { answers: [{ text: '', delayMs: 400, tool, thenText: 'Done.' }] } });
  await call.advance(1000);
  await call.speak('Please do it.', 800);
  await call.advance(600);
  call.leg.hold(true);
  await call.advance(2000);
  expect(call.told('tool-called')).toMatchObject([
    {
      failed: true,
      functionCall: { result: { error: 'The keys were not pressed. Nothing goes out.' } },
    },
  ]);
});

test('greets a call answered on hold once it resumes', async () => {
  const call = held();
  call.leg.hold(true);
  await call.advance(10_000);
  expect(said(call)).toEqual([]);
  call.leg.hold(false);
  await call.advance(1000);
  expect(said(call)).toEqual(['Hello.']);
});

test('resends audio lost with its stream and counts nothing as heard while the stream is down', async () => {
  const call = held({ initialMessage: LONG, record: true }, { leg: { bufferMs: 400 } });
  await call.advance(1000);
  call.leg.breakOff();
  await call.advance(5000);
  const before = call.heard(LONG)?.frames ?? 0;
  expect(before).toBeGreaterThan(25);
  expect(before).toBeLessThan(32);
  call.leg.takes = true;
  await call.advance(5000);
  expect(call.heard(LONG)?.frames).toBe(ALL_FRAMES);
  expect(call.told('assistant-said')).toMatchObject([{ text: LONG, interrupted: false }]);
  call.leg.end({ kind: 'remote-hang-up' });
  await call.advance(20);
  expect(recordedFrames(call)).toBe(ALL_FRAMES);
});

test('records audio only once if a pause discarded it before playback', async () => {
  const call = held({ initialMessage: LONG, record: true }, { leg: { bufferMs: 400 } });
  await call.advance(1000);
  await call.speak('', 200);
  await call.advance(6000);
  expect(call.told('resumed')).toHaveLength(1);
  expect(call.heard(LONG)?.frames).toBe(ALL_FRAMES);
  call.leg.end({ kind: 'remote-hang-up' });
  await call.advance(20);
  expect(recordedFrames(call)).toBe(ALL_FRAMES);
});

/** Assistant frames in the recording. */
function recordedFrames(call: VoiceCall): number {
  const loud = [...Buffer.concat(call.chunks)].filter((byte, index) => index % 2 === 1 && byte !== 0xff);
  return loud.length / 160;
}
