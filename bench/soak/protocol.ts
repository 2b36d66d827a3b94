import { z } from 'zod';

/** One batch of short calls. */
export interface SoakOrder {
  /** UDP port of the server's SIP on loopback. */
  sipPort: number;
  /** Called number, caller number, and an unassigned number, in E.164 format. */
  callee: string;
  caller: string;
  unknown: string;
  calls: number;
  atOnce: number;
  /** The caller's speech: µ-law at 8 kHz as base64. */
  speech: string;
}

const soakOrder = z.object({
  sipPort: z.int(),
  callee: z.string(),
  caller: z.string(),
  unknown: z.string(),
  calls: z.int(),
  atOnce: z.int(),
  speech: z.string(),
});

/** Throws for anything else. */
export function asSoakOrder(message: unknown): SoakOrder {
  return soakOrder.parse(message);
}

const soakReport = z.object({
  /** Answered and hung up by the caller. */
  talked: z.int(),
  /** Answered calls in which the greeting was heard. */
  heard: z.int(),
  /** Canceled before the answer. */
  canceled: z.int(),
  /** Answered despite the CANCEL, and hung up immediately. */
  tooLate: z.int(),
  refused: z.int(),
  failed: z.int(),
  /** The first few failure reasons. */
  problems: z.array(z.string()),
  /** CPU of the callers. */
  cpuSeconds: z.number(),
});

/** Result of a batch. */
export type SoakReport = z.infer<typeof soakReport>;

/** Throws for anything else. */
export function asSoakReport(message: unknown): SoakReport {
  return soakReport.parse(message);
}
