import type { CallOutcome } from './call-event.ts';
import { CallSession } from './session/call-session.ts';
import type { AnsweredCall, RunCall, VoiceServices } from './voice-services.ts';

/** Holds an answered call to its end: one session, disposed of when it resolves. Never rejects. */
export const runCall: RunCall = async (services: VoiceServices, call: AnsweredCall): Promise<CallOutcome> => {
  try {
    return await new CallSession(services, call).run();
  } catch (error) {
    services.log.error({ error }, 'A call could not be held.');
    call.leg.hangUp();
    const known = { durationMs: 0, answeredBy: null };
    return { status: 'failed', reason: 'internal error', failedBy: 'assistant', ...known };
  }
};
