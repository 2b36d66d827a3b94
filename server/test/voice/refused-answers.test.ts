import { expect, test } from 'vitest';
import type { CallTool } from '#contract/built-in-tools.ts';
import type { AgentTool } from '../../src/agent/tool.ts';
import { openEngine } from '../../src/voice/engines/open-engine.ts';
import type { VoiceSettings } from '../../src/voice/settings.ts';
import { type ScriptedRealtime, scriptedRealtime, spokenItem } from '../kit/scripted-realtime.ts';
import { testTool } from '../kit/turn-input.ts';
import { scriptedAssistant } from '../kit/voice/scripted-assistant.ts';
import { scriptedLeg } from '../kit/voice/scripted-leg.ts';
import { type VoiceCall, voiceCall } from '../kit/voice/voice-call.ts';

interface LiveCall extends VoiceCall {
  live: ScriptedRealtime;
  /** Lets the model speak, on request or not. */
  says(itemId: string, text: string): void;
  /** Milliseconds of model speech heard. */
  voiceMs(): number;
}

interface Opening {
  settings?: Partial<VoiceSettings>;
  builtInTools?: CallTool[];
  tools?: AgentTool[];
  direction?: 'inbound' | 'outbound';
}

/** A call with a realtime model and the real engine. */
function liveCall({ settings, builtInTools = [], tools = [], direction = 'inbound' }: Opening): LiveCall {
  const live = scriptedRealtime();
  const providers = {
    sttProviders: new Map(),
    ttsProviders: new Map(),
    realtimeModels: new Map([[live.id, live]]),
  };
  const call = voiceCall({
    assistant: scriptedAssistant(
      { mode: 'multimodal', initialMessage: 'Hello.', ...settings },
      { realtimeModel: live.id, builtInTools, tools },
    ),
    direction,
    services: { openEngine: (opening) => openEngine(providers, opening) },
    dialed: (_, listener) => listener({ type: 'answered', leg: scriptedLeg(), carrierCallId: null }),
  });
  return Object.assign(call, {
    live,
    says: (itemId: string, text: string) =>
      live.tell(...spokenItem(itemId, text, 1000), { type: 'reply-ended', itemId }),
    voiceMs: () => call.leg.heard.filter((loudness) => loudness > 0).length * 20,
  });
}

test('discards a realtime model’s answer to a machine and leaves voice_mail_message', async () => {
  const call = liveCall({ settings: { voiceMailMessage: 'Call us back.' }, direction: 'outbound' });
  await call.speak('', 5000);
  call.says('i1', 'How can I help you?');
  await call.advance(1400);
  expect(call.voiceMs()).toBe(0);
  await call.advance(400);
  expect(call.live.calls[0]?.at(-1)).toBe(
    'respond Say exactly these words and nothing else: "Call us back."',
  );
  call.says('i2', 'Call us back.');
  await call.advance(6000);
  expect(call.told('assistant-said').map(({ text }) => text)).toEqual(['Call us back.']);
  expect(call.outcome).toMatchObject({ reason: 'voicemail', answeredBy: 'machine' });
});

test('wait_for_customer: the greeting replaces the answer of a realtime model to the first hello', async () => {
  const call = liveCall({ settings: { waitForCustomer: true } });
  await call.advance(500);
  await call.speak('', 500);
  await call.advance(300);
  call.says('i1', 'How can I help you?');
  await call.advance(1500);
  expect(call.voiceMs()).toBe(0);
  call.says('i2', 'Hello.');
  await call.advance(1500);
  expect(call.told('assistant-said')).toMatchObject([{ text: 'Hello.', interrupted: false }]);
});

test('refuses a tool call of a realtime model while the customer is on hold', async () => {
  const runs: string[] = [];
  const cancel = testTool('cancel_order', async () => {
    runs.push('canceled');
    return {};
  });
  const warm: CallTool = {
    type: 'warm_call_transfer',
    supervisor_phone: '+40721555555',
    outbound_phone_id: 7,
    description: 'When they ask for a person.',
    hold_message: '',
    briefing_initial_message: 'A caller.',
  };
  const call = liveCall({ builtInTools: [warm], tools: [cancel] });
  call.says('i1', 'Hello.');
  await call.advance(1500);
  call.live.tell({ type: 'tool-call', callId: 'c1', name: 'warm_call_transfer', arguments: {} });
  await call.advance(60);
  call.says('i2', 'I connect you.');
  await call.advance(2500);
  const [, withSupervisor] = call.live.calls;
  expect(withSupervisor).toBeDefined();
  call.live.tellLate(0, { type: 'tool-call', callId: 'c2', name: 'cancel_order', arguments: { id: '7' } });
  call.live.tellLate(0, { type: 'reply-started', itemId: 'i3' });
  await call.advance(500);
  expect(runs).toEqual([]);
  expect(call.live.calls[0]?.filter((line) => line.startsWith('result c2'))).toMatchObject([
    expect.stringMatching(/tool was not run.* false$/),
  ]);
  expect(call.outcome).toBeNull();
});
