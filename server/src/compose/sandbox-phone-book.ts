import { randomUUID } from 'node:crypto';
import type { RawData, WebSocket } from 'ws';
import { sandboxPhoneAnswer } from '#contract/calls.ts';
import type { Clock } from '../core/clock.ts';
import type { SandboxPhone } from '../modules/sandbox/calls/sandbox-call.ts';
import type { BrowserLeg } from '../telephony/browser/browser-leg.ts';
import type { Phone, PhoneAnswer, SimulatedCarrier } from '../telephony/simulated/simulated-carrier.ts';
import { keepAlive } from '../telephony/socket-liveness.ts';
import type { OutboundRoute } from '../voice/legs/outbound-route.ts';

/** Browser phones of all accounts. */
export class SandboxPhoneBook {
  readonly #carrier: SimulatedCarrier;
  readonly #clock: Clock;
  /** Names under which phones are registered at the carrier, by account and number. */
  readonly #names = new Map<string, string>();

  constructor(carrier: SimulatedCarrier, clock: Clock) {
    this.#carrier = carrier;
    this.#clock = clock;
  }

  /** The sandbox carrier as an account's outbound route. */
  routeOf(userId: number): OutboundRoute {
    return {
      name: this.#carrier.name,
      dial: (request, listener) => {
        const to = this.#names.get(keyOf(userId, request.to)) ?? request.to;
        return this.#carrier.dial({ ...request, to }, listener);
      },
    };
  }

  /**
   * Registers a phone until its connection closes, or until the end of the call that it answered. The latest
   * registration of a number replaces earlier ones.
   */
  hold(
    phone: SandboxPhone,
    { socket, openLeg }: { socket: WebSocket; openLeg: (onEnd: () => void) => BrowserLeg },
  ): void {
    const key = keyOf(phone.userId, phone.number);
    const name = randomUUID();
    /** Aborted when the phone no longer waits. */
    const over = new AbortController();
    const remove = (): void => {
      forget();
      if (this.#names.get(key) === name) this.#names.delete(key);
    };
    const gone = (): void => {
      over.abort();
      remove();
    };
    const answer = (): BrowserLeg => {
      // From here on, the call may continue over another connection.
      over.abort();
      socket.off('close', gone);
      return openLeg(remove);
    };
    const forget = this.#carrier.register(name, phoneOf(socket, answer));
    this.#names.set(key, name);
    keepAlive(socket, { clock: this.#clock }, over.signal);
    socket.once('close', gone);
    socket.send(JSON.stringify({ type: 'waiting' }));
  }
}

function keyOf(userId: number, number: string): string {
  return `${userId} ${number}`;
}

/** A phone that rings in the browser. Once answered, the connection belongs to the call. */
function phoneOf(socket: WebSocket, answer: () => BrowserLeg): Phone {
  let isBusy = false;
  return {
    ring: async ({ from }, signal): Promise<PhoneAnswer> => {
      if (isBusy) return { type: 'busy' };
      // Canceled before it could ring.
      if (signal.aborted) return { type: 'rejected' };
      isBusy = true;
      socket.send(JSON.stringify({ type: 'ringing', from }));
      if (await isTaken(socket, signal)) return { type: 'answered', leg: answer() };
      isBusy = false;
      return { type: 'rejected' };
    },
  };
}

/** Resolves to false if the call is declined, canceled or disconnected. */
function isTaken(socket: WebSocket, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (isAnswer: boolean): void => {
      socket.off('message', read);
      socket.off('close', gone);
      signal.removeEventListener('abort', stopped);
      resolve(isAnswer);
    };
    const read = (data: RawData, isBinary: boolean): void => {
      const answer = isBinary ? null : readAnswer(String(data));
      if (answer !== null) settle(answer === 'answer');
    };
    const gone = (): void => settle(false);
    const stopped = (): void => {
      if (socket.readyState === socket.OPEN) socket.send(JSON.stringify({ type: 'waiting' }));
      settle(false);
    };
    socket.on('message', read);
    socket.on('close', gone);
    signal.addEventListener('abort', stopped);
  });
}

function readAnswer(text: string): 'answer' | 'reject' | null {
  try {
    return sandboxPhoneAnswer.parse(JSON.parse(text)).type;
  } catch {
    return null;
  }
}
