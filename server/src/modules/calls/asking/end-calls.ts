import { AppError, notFound } from '../../../core/errors.ts';
import type { Executor } from '../../../db/client.ts';
import { endCall } from '../endings/end-call.ts';
import { askHangUp } from '../lifecycle/call-store.ts';
import type { CallDependencies } from './dependencies.ts';

/** Asks for the end of a call; one that is over stays as it is. Throws `not-found`. */
export async function hangUpCall(
  { database, bell, clock, prices }: CallDependencies,
  { userId }: { userId: number },
  callId: number,
): Promise<void> {
  if (!(await askHangUp(database, { userId, callId }))) throw notFound('Call');
  // Where nobody holds it yet, nobody will: it is over at once.
  const change = {
    type: 'broke',
    at: clock.now(),
    reason: 'The call was given up before it began.',
  } as const;
  if (await endCall({ database, prices }, { userId, callId, heldBy: 'nobody' }, change)) return;
  bell.ring();
}

/** How long the end of a running call is waited for. */
const PATIENCE_MS = 10_000;
const LOOK_MS = 100;

/** Deletes a call with its recording; a running one is ended first. Throws `not-found`, `conflict` while it goes on. */
export async function deleteCall(
  dependencies: CallDependencies,
  context: { userId: number; signal: AbortSignal },
  callId: number,
): Promise<void> {
  const { database, clock } = dependencies;
  const { userId, signal } = context;
  await hangUpCall(dependencies, context, callId);
  for (let waitedMs = 0; !(await removeEnded(database, userId, callId)); waitedMs += LOOK_MS) {
    if (waitedMs >= PATIENCE_MS) {
      throw new AppError('conflict', 'The call is being ended. Please try again in a moment.');
    }
    await clock.sleep(LOOK_MS, signal);
  }
}

/** True: there is no such call any more. */
async function removeEnded(database: Executor, userId: number, callId: number): Promise<boolean> {
  const [row] = await database.query<{ is_live: boolean }>(
    `with removed as (delete from calls where user_id = $1 and id = $2 and ended_at is not null returning id)
     select exists (select from calls where user_id = $1 and id = $2) and not exists (select from removed) as is_live`,
    [userId, callId],
  );
  return row?.is_live === false;
}
