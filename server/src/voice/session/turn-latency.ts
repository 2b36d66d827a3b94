import type { TurnLatency } from '../call-event.ts';
import type { Reply } from './reply.ts';

/** Splits the latency of a reply; null if it answers no turn or made no sound. */
export function turnLatency(reply: Reply): TurnLatency | null {
  const { turn, firstSoundMs, modelMs } = reply;
  if (turn === null || firstSoundMs === null) return null;
  const totalMs = Math.max(0, firstSoundMs - turn.lastVoicedMs);
  const endpointMs = Math.max(0, turn.endedMs - turn.lastVoicedMs);
  const transcriptMs =
    turn.transcribedMs === null
      ? null
      : Math.max(0, Math.min(turn.transcribedMs, firstSoundMs) - turn.endedMs);
  const restMs = totalMs - endpointMs - (transcriptMs ?? 0);
  const knownModelMs = modelMs === null ? null : Math.min(modelMs, restMs);
  return {
    endpointMs,
    transcriptMs,
    modelMs: knownModelMs,
    speechMs: knownModelMs === null ? null : restMs - knownModelMs,
    totalMs,
  };
}
