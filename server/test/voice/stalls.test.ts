import { expect, test } from 'vitest';
import { scriptedAssistant } from '../kit/voice/scripted-assistant.ts';
import { voiceCall } from '../kit/voice/voice-call.ts';

test.each([300, 700, 2000])(
  'a process stall of %i ms does not count as customer silence',
  async (stallMs) => {
    const call = voiceCall({
      assistant: scriptedAssistant({ initialMessage: 'Hello.', endpointSilenceMs: 300 }),
      engine: { answers: ['At seven.'] },
    });
    await call.advance(1000);
    call.leg.speaking = true;
    await call.advance(600);
    call.stall(stallMs);
    await call.advance(600);
    expect(call.engines[0]?.asked).not.toContain('answer');
    await call.speak('When is breakfast?', 600);
    await call.advance(2000);
    expect(call.engines[0]?.asked.filter((one) => one === 'answer')).toHaveLength(1);
    expect(call.heard('At seven.')).not.toBeNull();
  },
);

test.each([300, 700, 2000])('detects a machine despite a process stall of %i ms', async (stallMs) => {
  const call = voiceCall({
    assistant: scriptedAssistant({ initialMessage: 'Hello.', endCallOnVoicemail: true }),
    direction: 'outbound',
  });
  call.leg.speaking = true;
  await call.advance(1500);
  call.stall(stallMs);
  await call.advance(6000);
  expect(call.told('answered-by')).toMatchObject([{ answeredBy: 'machine' }]);
});
