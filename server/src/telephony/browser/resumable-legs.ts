import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { WebSocket } from 'ws';
import type { Clock } from '../../core/clock.ts';
import { type BrowserLeg, createBrowserLeg } from './browser-leg.ts';

/** The process that holds a call, and the call's secret. */
const RESUME_TOKEN = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.[\w-]{43}$/;

/** @returns the id of the process that issued a resume token; null if it is malformed */
export function processOfToken(resumeToken: string): string | null {
  return RESUME_TOKEN.exec(resumeToken)?.[1] ?? null;
}

/**
 * Browser calls of this process that can be resumed. Resuming requires the call's URL and the token that was sent over
 * its connection: a leaked URL is not enough to take a call over.
 */
export class ResumableLegs {
  readonly #processId: string;
  readonly #clock: Clock;
  /** By the token of the call's URL. */
  readonly #legs = new Map<string, { leg: BrowserLeg; resumeToken: string }>();

  constructor(processId: string, clock: Clock) {
    this.#processId = processId;
    this.#clock = clock;
  }

  /**
   * @param mediaToken token of the call's URL
   * @param onEnd runs once, when the call has ended
   */
  open(mediaToken: string, socket: WebSocket, onEnd: () => void = () => undefined): BrowserLeg {
    const resumeToken = `${this.#processId}.${randomBytes(32).toString('base64url')}`;
    const ended = (): void => {
      this.#legs.delete(mediaToken);
      onEnd();
    };
    const leg = createBrowserLeg(socket, { clock: this.#clock, resumeToken, onEnd: ended });
    this.#legs.set(mediaToken, { leg, resumeToken });
    return leg;
  }

  /** Null if no live call has these tokens. */
  find(mediaToken: string, resumeToken: string): BrowserLeg | null {
    const known = this.#legs.get(mediaToken);
    return known !== undefined && isEqual(known.resumeToken, resumeToken) ? known.leg : null;
  }
}

/** Compares in constant time. */
function isEqual(one: string, other: string): boolean {
  const [first, second] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return first !== undefined && second !== undefined && timingSafeEqual(first, second);
}
