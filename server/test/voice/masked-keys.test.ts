import { expect, test } from 'vitest';
import type { CallTool } from '#contract/built-in-tools.ts';
import { ULAW_SILENCE } from '../../src/core/g711.ts';
import type { CallHost } from '../../src/voice/call-host.ts';
import type { VoiceSettings } from '../../src/voice/settings.ts';
import { scriptedAssistant } from '../kit/voice/scripted-assistant.ts';
import type { ScriptedAnswer } from '../kit/voice/scripted-engine.ts';
import { type VoiceCall, voiceCall } from '../kit/voice/voice-call.ts';

const KEYPAD: CallTool = { type: 'collect_keypad', timeout: 3, stop_key: '#' };
const COLLECT: ScriptedAnswer = {
  text: 'Enter your card.',
  tool: { name: 'collect_keypad' },
  thenText: 'Is it 4711?',
};

async function asked(settings: Partial<VoiceSettings>, host: Partial<CallHost> = {}): Promise<VoiceCall> {
  const assistant = scriptedAssistant({ initialMessage: 'Hello.', ...settings }, { builtInTools: [KEYPAD] });
  const call = voiceCall({ assistant, host, engine: { answers: [COLLECT, 'Thank you.'] } });
  await call.advance(1000);
  await call.speak('I want to pay.', 800);
  await call.advance(2000);
  return call;
}

async function press(call: VoiceCall, keys: string): Promise<void> {
  for (const key of keys) {
    call.leg.press(key);
    await call.advance(200);
  }
}

/** Everything that a call's observers get. */
const told = (call: VoiceCall): string => JSON.stringify(call.events);

test.each([true, false])('mask_keypad_input %s: collected keys in events', async (maskKeypadInput) => {
  const call = await asked({ maskKeypadInput });
  await press(call, '4711#');
  await call.advance(3000);
  const digits = maskKeypadInput ? '••••' : '4711';
  expect(call.told('tool-called')[0]?.functionCall.result).toEqual({ digits, ended_by: 'stop_key' });
  expect(call.told('assistant-said').at(-1)?.text).toContain(`Is it ${digits}?`);
  expect(call.told('digit')).toHaveLength(5);
  expect(told(call).includes('4711')).toBe(!maskKeypadInput);
  expect(call.told('digit').some(({ digit }) => digit === '4')).toBe(!maskKeypadInput);
});

test('masks keys in words that are being said', async () => {
  const partials: string[] = [];
  const onPartial: CallHost['onPartial'] = ({ text }) => void partials.push(text);
  const call = await asked({ maskKeypadInput: true }, { onPartial });
  await press(call, '4711#');
  await call.advance(3000);
  expect(partials.some((text) => text.includes('••••'))).toBe(true);
  expect(partials.join(' ')).not.toContain('4711');
});

test('masks keys that no tool collected; the engine gets them without the stop key', async () => {
  const call = await asked({ maskKeypadInput: true });
  await press(call, '#');
  await call.advance(3000);
  await press(call, '52#');
  await call.advance(3000);
  expect(call.engines[0]?.asked).toContain('read (Keys pressed on the phone: 52)');
  expect(call.told('customer-said').at(-1)?.text).toBe('(Keys pressed on the phone: ••)');
});

test('ignores a stop key without an entry', async () => {
  const call = await asked({});
  await press(call, '#');
  await call.advance(3000);
  await press(call, '#');
  await call.advance(3000);
  expect(call.engines[0]?.asked.filter((one) => one.startsWith('read'))).toEqual([]);
});

test.each([true, false])('mask_keypad_input %s: the tones in the recording', async (maskKeypadInput) => {
  const call = await asked({ maskKeypadInput, record: true });
  call.leg.speaking = true;
  await call.advance(100);
  const pressedMs = call.nowMs();
  call.leg.press('4');
  await call.advance(100);
  call.leg.speaking = false;
  await call.advance(2000);
  call.leg.end({ kind: 'remote-hang-up' });
  await call.advance(60);
  const customer = Buffer.concat(call.chunks).filter((_, index) => index % 2 === 0);
  const aroundKey = customer.subarray((pressedMs - 100) * 8, (pressedMs + 100) * 8);
  expect(aroundKey.some((byte) => byte !== ULAW_SILENCE)).toBe(!maskKeypadInput);
});
