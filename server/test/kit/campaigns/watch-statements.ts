import pg from 'pg';

/** Watches this process's database statements. */
export interface Watch {
  /** Number of statements so far, including `begin` and `commit`. */
  statements(): number;
  /** True if no query or connection is pending. */
  isQuiet(): boolean;
  /** Resolves when idle; immediately if it is. */
  whenQuiet(): Promise<void>;
  stop(): void;
}

/** Counts statements on every connection of this process. */
export function watchStatements(): Watch {
  let [statements, open] = [0, 0];
  let waiting: (() => void)[] = [];
  const opens = (): (() => void) => {
    open += 1;
    return () => {
      open -= 1;
      if (open > 0) return;
      const woken = waiting;
      waiting = [];
      for (const wake of woken) wake();
    };
  };
  const stops = [
    replace('query', opens, () => {
      statements += 1;
    }),
    replace('connect', opens, () => undefined),
  ];
  return {
    statements: () => statements,
    isQuiet: () => open === 0,
    whenQuiet: () => (open === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
    stop: () => {
      for (const stop of stops) stop();
    },
  };
}

/** Wraps `query` or `connect`. Both use a callback if given, otherwise a promise. */
function replace(method: 'query' | 'connect', opens: () => () => void, asked: () => void): () => void {
  const original: unknown = Object.getOwnPropertyDescriptor(pg.Client.prototype, method)?.value;
  if (typeof original !== 'function') throw new Error(`The driver's client has no method ${method}.`);
  const set = (value: unknown): void => {
    Object.defineProperty(pg.Client.prototype, method, { value, configurable: true, writable: true });
  };
  set(function (this: unknown, ...parameters: unknown[]): unknown {
    const done = opens();
    asked();
    const callback = parameters.at(-1);
    if (typeof callback === 'function') {
      parameters[parameters.length - 1] = (...answer: unknown[]) => {
        done();
        Reflect.apply(callback, undefined, answer);
      };
      return Reflect.apply(original, this, parameters);
    }
    const answer: unknown = Reflect.apply(original, this, parameters);
    if (answer instanceof Promise) answer.then(done, done);
    else done();
    return answer;
  });
  return () => set(original);
}
