import { randomUUID } from 'node:crypto';
import type { RawData, WebSocket } from 'ws';
import { sandboxPhoneAnswer } from '#contract/calls.ts';
import type { Clock } from '../core/clock.ts';
import type { SandboxPhone } from '../modules/sandbox/calls/sandbox-call.ts';
import { createBrowserLeg } from '../telephony/browser/browser-leg.ts';
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

  /** Registers a phone until its connection closes. The latest registration of a number replaces earlier ones. */
  hold(phone: SandboxPhone, socket: WebSocket): void {
    const key = keyOf(phone.userId, phone.number);
    const name = randomUUID();
    const over = new AbortController();
    const forget = this.#carrier.register(name, phoneOf(socket, this.#clock));
    this.#names.set(key, name);
    keepAlive(socket, { clock: this.#clock }, over.signal);
    socket.once('close', () => {
      over.abort();
      forget();
      if (this.#names.get(key) === name) this.#names.delete(key);
    });
    socket.send(JSON.stringify({ type: 'waiting' }));
  }
}

function keyOf(userId: number, number: string): string {
  return `${userId} ${number}`;
}

/** A phone that rings in the browser. Once answered, the connection belongs to the call, which closes it. */
function phoneOf(socket: WebSocket, clock: Clock): Phone {
  let isBusy = false;
  return {
    ring: async ({ from }, signal): Promise<PhoneAnswer> => {
      if (isBusy) return { type: 'busy' };
      // Canceled before it could ring.
      if (signal.aborted) return { type: 'rejected' };
      isBusy = true;
      socket.send(JSON.stringify({ type: 'ringing', from }));
      if (await isTaken(socket, signal)) return { type: 'answered', leg: createBrowserLeg(socket, clock) };
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
