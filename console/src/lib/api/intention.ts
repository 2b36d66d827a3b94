import { ApiError } from './api-error.ts';

export interface Intention {
  /** Carries it out under its key; the same key again where nobody knows whether the server has done it. */
  run<Answer>(deed: (idempotencyKey: string) => Promise<Answer>): Promise<Answer>;
}

/** What somebody is about to do, once, however often the button is pressed or the connection breaks. */
export function createIntention(): Intention {
  let key: string = crypto.randomUUID();
  return {
    run: async (deed) => {
      try {
        const answer = await deed(key);
        key = crypto.randomUUID();
        return answer;
      } catch (error) {
        // The server remembers a refusal under its key: the next try is another one.
        if (error instanceof ApiError && error.status >= 400 && error.status < 500) key = crypto.randomUUID();
        throw error;
      }
    },
  };
}
