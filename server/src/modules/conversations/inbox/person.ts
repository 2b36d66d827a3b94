import type { Context, Person } from '../../../core/context.ts';
import { type AppError, invalid } from '../../../core/errors.ts';

/** The member who makes the request; null for API keys. */
export function personOf({ actor }: Pick<Context, 'actor'>): Person | null {
  return actor.kind === 'account' ? actor.person : null;
}

/** @param what subject of the sentence, such as `Read marks` */
export function needsPerson(what: string): AppError {
  const text = `${what} needs a member of the account, but the request has an API key. Log in as a member.`;
  return invalid({ authorization: [text] });
}
