import { after } from '../../../core/after.ts';
import type { Clock } from '../../../core/clock.ts';
import type { Effect, TimerName } from './machine.ts';

export interface EffectActions {
  transmit(): void;
  acknowledge(): void;
  deliver(): void;
  timedOut(): void;
  disconnected(): void;
  end(): void;
  /** Keeps only what late messages need, and releases the transaction. False if it cannot be released. */
  retire(): boolean;
  fire(timer: TimerName): void;
}

/** Executes the effects of a state machine and owns its timers. */
export class EffectRunner {
  readonly #clock: Clock;
  readonly #actions: EffectActions;
  readonly #timers = new Map<TimerName, () => void>();

  constructor(clock: Clock, actions: EffectActions) {
    this.#clock = clock;
    this.#actions = actions;
  }

  run(effects: readonly Effect[]): void {
    for (const effect of effects) this.#do(effect);
  }

  stop(): void {
    for (const cancel of this.#timers.values()) cancel();
    this.#timers.clear();
  }

  #do(effect: Effect): void {
    if (effect.type === 'set') this.#setOrRetire(effect.timer, effect.afterMs);
    else if (effect.type === 'clear') this.#clear(effect.timer);
    else if (effect.type === 'transmit') this.#actions.transmit();
    else if (effect.type === 'acknowledge') this.#actions.acknowledge();
    else if (effect.type === 'deliver') this.#actions.deliver();
    else if (effect.type === 'timed-out') this.#actions.timedOut();
    else if (effect.type === 'disconnected') this.#actions.disconnected();
    else {
      this.stop();
      this.#actions.end();
    }
  }

  #setOrRetire(timer: TimerName, afterMs: number): void {
    if (timer === 'linger' && this.#actions.retire()) this.stop();
    else this.#set(timer, afterMs);
  }

  #set(timer: TimerName, afterMs: number): void {
    this.#clear(timer);
    const fire = (): void => {
      this.#timers.delete(timer);
      this.#actions.fire(timer);
    };
    this.#timers.set(timer, after(this.#clock, afterMs, fire));
  }

  #clear(timer: TimerName): void {
    this.#timers.get(timer)?.();
    this.#timers.delete(timer);
  }
}
