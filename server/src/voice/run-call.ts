import { CallSession } from './session/call-session.ts';
import type { RunCall } from './voice-services.ts';

/** Holds an answered call to its end: one session, disposed of when it resolves. Never rejects. */
export const runCall: RunCall = (services, call) => new CallSession(services, call).run();
