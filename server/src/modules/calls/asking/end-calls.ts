import { notFound } from '../../../core/errors.ts';
import { endCall } from '../endings/end-call.ts';
import { askHangUp } from '../lifecycle/call-store.ts';
import { hideCall, removeDeleted } from '../lifecycle/deleted-calls.ts';
import type { CallDependencies } from './dependencies.ts';

/** Asks for the end of a call; one that is over stays as it is. Throws `not-found`. */
export async function hangUpCall(
  dependencies: CallDependencies,
  { userId }: { userId: number },
  callId: number,
): Promise<void> {
  if (!(await askHangUp(dependencies.database, { userId, callId }))) throw notFound('Call');
  await hangUpAsked(dependencies, { userId, callId });
}

async function hangUpAsked(
  { notifier, clock, ...ending }: CallDependencies,
  about: { userId: number; callId: number },
): Promise<void> {
  // Where nobody holds it yet, nobody will: it is over at once.
  const change = {
    type: 'broke',
    at: clock.now(),
    reason: 'The call was given up before it began.',
    cause: 'account',
  } as const;
  if (await endCall(ending, { ...about, heldBy: 'nobody' }, change)) return;
  notifier.notify();
}

/**
 * Deletes a call with its recording and its webhooks: hidden at once, and gone when its end has been told of; a running one is ended.
 * Throws `not-found`.
 */
export async function deleteCall(
  dependencies: CallDependencies,
  { userId }: { userId: number },
  callId: number,
): Promise<void> {
  // Hidden before it ends: what is told of its end knows that the recording is gone.
  if (!(await hideCall(dependencies.database, { userId, callId }))) throw notFound('Call');
  await hangUpAsked(dependencies, { userId, callId });
  const { database, recordEvent } = dependencies;
  await database.transaction((transaction) => removeDeleted(transaction, recordEvent, { userId, callId }));
}
