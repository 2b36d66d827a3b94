import type { CallTool } from '#contract/built-in-tools.ts';
import type { DialFailure } from '../../../src/voice/legs/outbound-route.ts';
import { finish, say, scriptedModel } from '../scripted-model.ts';
import { scriptedAssistant } from './scripted-assistant.ts';
import { type LegScript, type ScriptedLeg, scriptedLeg } from './scripted-leg.ts';
import { type VoiceCall, type VoiceCallOptions, voiceCall } from './voice-call.ts';

export interface Transfer extends VoiceCall {
  other: ScriptedLeg;
}

/** A call whose customer asked for a transfer and has just heard the announcement. */
export async function ordered(
  tool: CallTool,
  options: VoiceCallOptions & {
    otherLeg?: LegScript;
    fails?: DialFailure;
    ringsMs?: number;
    phone?: string;
  } = {},
): Promise<Transfer> {
  const other = scriptedLeg(options.otherLeg);
  const toolArguments = options.phone === undefined ? {} : { phone_number: options.phone };
  const answers = [
    { text: 'I connect you.', tool: { name: tool.type, arguments: toolArguments } },
    'What else?',
  ];
  const model = scriptedModel('scripted/model', [...say('They want a refund.'), finish()]);
  const assistant = scriptedAssistant({ initialMessage: 'Hello.' }, { builtInTools: [tool], model });
  const call = voiceCall({
    assistant,
    engine: { answers },
    dialed: (_, listener) => {
      if (options.fails !== undefined) {
        listener({ type: 'failed', failure: options.fails, code: null, reason: 'no' });
      } else listener({ type: 'answered', leg: other, carrierCallId: null });
    },
    ...options,
  });
  call.alongside(other);
  await call.advance(1000);
  await call.speak('A person, please.', 800);
  await call.advance(500 + 60 + 600);
  return Object.assign(call, { other });
}

/** What one leg heard, as a list of level changes. */
export function sounds(leg: ScriptedLeg): number[] {
  return leg.heard.filter((loudness, index) => loudness !== leg.heard[index - 1]);
}
