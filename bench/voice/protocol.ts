import { z } from 'zod';

/** How calls come to a program on loopback. */
export type Reach =
  /** Through SIP at a UDP port; both numbers are E.164. */
  | { kind: 'sip'; port: number; callee: string; caller: string }
  /** Packets of audio and nothing before them: one UDP port for each call. */
  | { kind: 'media'; ports: readonly number[] };

/** What the callers are to do. */
export interface CallOrder {
  reach: Reach;
  calls: number;
  /** Questions of each call; every second answer is interrupted. */
  turns: number;
  /** What a caller says: µ-law at 8 kHz, without silence at its ends, as base64. */
  speech: string;
}

const callOrder = z.object({
  reach: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('sip'), port: z.int(), callee: z.string(), caller: z.string() }),
    z.object({ kind: z.literal('media'), ports: z.array(z.int()) }),
  ]),
  calls: z.int(),
  turns: z.int(),
  speech: z.string(),
});

/** Throws for anything else. */
export function asCallOrder(message: unknown): CallOrder {
  return callOrder.parse(message);
}

/** What the callers saw, over all calls; times in milliseconds. */
export interface CallReport {
  /** Calls that were answered. */
  answered: number;
  /** From the INVITE to its 200; empty without SIP. */
  answerMs: number[];
  /** From the last voiced packet sent to the first voiced packet back. */
  voiceToVoiceMs: number[];
  /** From the first voiced packet over an answer to that answer's last voiced packet. */
  bargeInMs: number[];
  /** Questions without an answer within ten seconds, and answers that went on for two seconds. */
  missed: number;
  notStopped: number;
  /** Between two packets of the server in one call, 99th percentile. */
  packetGapP99Ms: number;
  /** CPU that the callers used. */
  cpuSeconds: number;
}

const times = z.array(z.number());
const callReport = z.object({
  answered: z.int(),
  answerMs: times,
  voiceToVoiceMs: times,
  bargeInMs: times,
  missed: z.int(),
  notStopped: z.int(),
  packetGapP99Ms: z.number(),
  cpuSeconds: z.number(),
});

/** Throws for anything else. */
export function asCallReport(message: unknown): CallReport {
  return callReport.parse(message);
}
