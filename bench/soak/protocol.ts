import { z } from 'zod';

/** One batch of short calls. */
export interface SoakOrder {
  /** UDP port of the server's SIP on loopback. */
  sipPort: number;
  /** Whom they call, as whom, and a number that nobody has: E.164. */
  callee: string;
  caller: string;
  unknown: string;
  calls: number;
  atOnce: number;
  /** What a caller says: µ-law at 8 kHz as base64. */
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
  /** Of those, in how many the greeting was heard. */
  heard: z.int(),
  /** Given up before the answer; answered all the same, and hung up at once. */
  cancelled: z.int(),
  tooLate: z.int(),
  refused: z.int(),
  failed: z.int(),
  /** Why calls failed, the first few. */
  problems: z.array(z.string()),
  /** CPU that the callers used. */
  cpuSeconds: z.number(),
});

/** What became of a batch. */
export type SoakReport = z.infer<typeof soakReport>;

/** Throws for anything else. */
export function asSoakReport(message: unknown): SoakReport {
  return soakReport.parse(message);
}
