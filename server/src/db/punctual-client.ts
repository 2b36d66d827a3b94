import pg from 'pg';

/**
 * A connection that destroys itself when a statement gets no answer within `query_timeout` milliseconds, because a
 * hanging server does not enforce its own `statement_timeout`. After the driver's own timeout, the statement would stay
 * on the connection and block later ones.
 */
export class PunctualClient extends pg.Client {
  /** True while new statements have no time limit. */
  isPatient = false;
  readonly #limitMs: number;

  constructor(config: pg.ClientConfig = {}) {
    // Spreading would lose the password, which the pool makes non-enumerable.
    const all = Object.getOwnPropertyDescriptors(config);
    super(Object.defineProperties({}, { ...all, query_timeout: { value: 0 } }));
    this.#limitMs = config.query_timeout ?? 0;
  }

  // allow any: the driver describes this by six overloads, whose arguments and answers pass through as they are
  // biome-ignore lint/suspicious/noExplicitAny: see above.
  override query(...given: any[]): any {
    if (this.isPatient || this.#limitMs === 0) return Reflect.apply(super.query, this, given);
    const timer = setTimeout(() => this.giveUp(), this.#limitMs);
    const answered = (): void => clearTimeout(timer);
    const callback: unknown = given.at(-1);
    if (typeof callback === 'function') {
      const tell = (...answer: unknown[]): void => {
        answered();
        Reflect.apply(callback, undefined, answer);
      };
      return Reflect.apply(super.query, this, [...given.slice(0, -1), tell]);
    }
    const answer = Reflect.apply(super.query, this, given);
    answer.then(answered, answered);
    return answer;
  }

  /** Destroys the connection. Pending queries fail as after a network error. */
  giveUp(): void {
    const late = new Error('The database has not answered in time');
    this.connection.stream.destroy(Object.assign(late, { code: 'ETIMEDOUT' }));
  }
}
