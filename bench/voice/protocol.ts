import { z } from 'zod';
import { CODEC_NAMES, type CodecName } from './caller-codec.ts';

/** How calls reach a program on loopback. */
export type Reach =
  /** SIP at a UDP port; both numbers are in E.164 format. */
  | { kind: 'sip'; port: number; callee: string; caller: string; codec: CodecName }
  /** Audio packets without signaling, one UDP port per call. */
  | { kind: 'media'; ports: readonly number[] };

/** Instructions for the callers. */
export interface CallOrder {
  reach: Reach;
  calls: number;
  /** Questions per call; every second answer is interrupted. */
  turns: number;
  /** The caller's speech: µ-law at 8 kHz, without leading and trailing silence, as base64. */
  speech: string;
}

const callOrder = z.object({
  reach: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('sip'),
      port: z.int(),
      callee: z.string(),
      caller: z.string(),
      codec: z.enum(CODEC_NAMES),
    }),
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

/** Results of all calls; times in milliseconds. */
export interface CallReport {
  /** Calls that were answered. */
  answered: number;
  /** From the INVITE to the 200 response; empty without SIP. */
  answerMs: number[];
  /** From the last voiced packet sent to the first voiced packet back. */
  voiceToVoiceMs: number[];
  /** From the caller's first voiced packet during an answer to the last voiced packet of that answer. */
  bargeInMs: number[];
  /** Questions without an answer within ten seconds. */
  missed: number;
  /** Answers that continued for two seconds after an interruption. */
  notStopped: number;
  /** Between two packets of the server in one call, 99th percentile. */
  packetGapP99Ms: number;
  /** CPU of the callers. */
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
