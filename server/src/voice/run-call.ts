import type { CallOutcome } from './call-event.ts';
import { CallSession } from './call-session.ts';
import type { AnsweredCall, RunCall, VoiceServices } from './voice-services.ts';

/** Runs an answered call to its end. Never rejects. */
export const runCall: RunCall = async (services: VoiceServices, call: AnsweredCall): Promise<CallOutcome> => {
  try {
    return await new CallSession(services, call).run();
  } catch (error) {
    services.log.error({ error }, 'A call failed.');
    call.leg.hangUp();
    const known = { durationMs: 0, answeredBy: null };
    return { status: 'failed', reason: 'internal error', failedBy: 'assistant', ...known };
  }
};
