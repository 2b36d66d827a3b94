import { expect, test } from 'vitest';
import type { AgentTool } from '../../src/agent/tool.ts';
import { scriptedAssistant } from '../kit/voice/scripted-assistant.ts';
import { loudnessOf } from '../kit/voice/scripted-engine.ts';
import { type VoiceCall, voiceCall } from '../kit/voice/voice-call.ts';

const LOOK_UP: AgentTool = {
  description: { name: 'look_up', description: 'Looks it up.', parameters: {} },
  timeoutMs: 10_000,
  run: async () => ({}),
};
const asked = (call: VoiceCall): string[] =>
  (call.engines[0]?.asked ?? []).filter((order) => order.startsWith('prompt '));

/** A call whose realtime model called a tool in an answer that was then interrupted. */
async function interruptedAnswer(name = 'look_up'): Promise<VoiceCall> {
  const call = voiceCall({
    assistant: { ...scriptedAssistant({ mode: 'multimodal' }), tools: [LOOK_UP] },
    engine: { hasTurnDetection: true, prompts: ['It is twelve.'] },
  });
  await call.advance(1000);
  const engine = call.engines[0];
  engine?.emit({ type: 'reply-started', replyId: 'item-1' });
  engine?.emit({ type: 'tool-started', replyId: 'item-1', callId: 'call-1', name });
  await call.speak('', 800);
  await call.advance(200);
  expect(engine?.asked.at(-1)).toMatch(/^interrupt item-1/);
  return call;
}

function finish(call: VoiceCall, name = 'look_up'): void {
  call.engines[0]?.emit({
    type: 'tool-finished',
    replyId: 'item-1',
    callId: 'call-1',
    key: 'key-1',
    failed: false,
    durationMs: 3000,
    isRepeat: false,
    functionCall: { name, arguments: {}, result: { price: 12 } },
  });
}

function answer(call: VoiceCall, replyId: string, text: string): void {
  const engine = call.engines[0];
  engine?.emit({ type: 'reply-started', replyId });
  engine?.emit({ type: 'reply-audio', replyId, samples: new Int16Array(1600).fill(loudnessOf(text)) });
  engine?.emit({ type: 'reply-ended', replyId, text, functionCalls: [] });
}

test('reports a tool result after the next answer was heard', async () => {
  const call = await interruptedAnswer();
  answer(call, 'item-2', 'Still looking.');
  finish(call);
  await call.advance(40);
  expect(asked(call)).toEqual([]);
  await call.advance(1000);
  expect(asked(call)).toEqual([expect.stringContaining('look_up')]);
  expect(call.heard('It is twelve.')).not.toBeNull();
  await call.advance(3000);
  expect(asked(call)).toHaveLength(1);
});

test('does not report a tool result that arrived before the next answer', async () => {
  const call = await interruptedAnswer();
  finish(call);
  await call.advance(300);
  answer(call, 'item-2', 'It is twelve.');
  await call.advance(3000);
  expect(asked(call)).toEqual([]);
});

test('reports no result while the customer speaks, and no result of a built-in tool', async () => {
  const call = await interruptedAnswer('collect_keypad');
  answer(call, 'item-2', 'Never mind.');
  finish(call, 'collect_keypad');
  await call.advance(3000);
  expect(asked(call)).toEqual([]);

  const other = await interruptedAnswer();
  answer(other, 'item-2', 'Still looking.');
  await other.advance(1000);
  await other.speak('', 600);
  finish(other);
  await other.speak('', 600);
  expect(asked(other)).toEqual([]);
  answer(other, 'item-3', 'It is twelve.');
  await other.advance(3000);
  expect(asked(other)).toEqual([]);
});
