import type { Context } from '../../core/context.ts';
import { notFound } from '../../core/errors.ts';
import { type PageRequest, pageEnvelope } from '../../http/pagination.ts';
import type { RequestFacts } from '../../http/route.ts';
import type { CallDependencies } from './asking/dependencies.ts';
import { type CallFilter, type CallSort, readCallPage, readCallView } from './reading/read-calls.ts';

/** The paginated list as JSON text. */
export async function listCalls(
  { database }: CallDependencies,
  { userId }: Context,
  { page, facts, ...list }: { filter: CallFilter; order: CallSort; page: PageRequest; facts: RequestFacts },
): Promise<string> {
  const result = await readCallPage(database, { userId, ...list, origin: facts.origin }, page);
  return pageEnvelope(facts, page, result);
}

/** One call with all details, as JSON text. Throws `not-found`. */
export async function readCall(
  { database }: CallDependencies,
  { userId }: Context,
  { callId, origin }: { callId: number; origin: string },
): Promise<string> {
  const view = await readCallView(database, { userId, callId, origin });
  if (view === null) throw notFound('Call');
  return view;
}
