export { type Call, type CallOptions, startCall } from './call/call.ts';
export type { CallEvents, CallLevels } from './call/call-events.ts';
export type {
  CallEnd,
  CallRole,
  CallSnapshot,
  CallState,
  MicrophoneState,
  TranscriptEntry,
} from './call/call-state.ts';
export { CallError, type CallErrorCode } from './errors/call-error.ts';
