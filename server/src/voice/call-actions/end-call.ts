import type { CallStage } from '../session/call-stage.ts';

/** Ends the call after a goodbye. A customer who interrupts a stock goodbye keeps the call open. */
export async function endCall(stage: CallStage, spoke: boolean): Promise<void> {
  const { conversation } = stage;
  if (!spoke) {
    const outcome = await conversation.speech.say(conversation.phrases.goodbye);
    if (outcome === 'cut') return;
  }
  stage.end({ status: 'ended_by_assistant', reason: 'the assistant ended the call' });
}
