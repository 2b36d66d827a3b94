import { AppError, notFound } from '../../../core/errors.ts';
import { endCall } from '../endings/end-call.ts';
import { hasCall, requestHangUp } from '../lifecycle/call-store.ts';
import { hideCall, removeDeleted } from '../lifecycle/deleted-calls.ts';
import type { CallDependencies } from './dependencies.ts';

/** Cancels a scheduled call. Throws `not-found`, and `conflict` if the call is being dialed or has ended. */
export async function cancelScheduledCall(
  { clock, ...ending }: CallDependencies,
  { userId }: { userId: number },
  callId: number,
): Promise<void> {
  if (!(await hasCall(ending.database, { userId, callId }))) throw notFound('Call');
  const reason = 'The scheduled call was canceled.';
  const change = { type: 'canceled', at: clock.now(), reason } as const;
  if (await endCall(ending, { userId, callId, heldBy: 'nobody' }, change)) return;
  throw new AppError('conflict', 'This call is not scheduled: it has begun, or it is over.');
}

/** Ends a call, after a message to the customer or at once; no effect if it has ended. Throws `not-found`. */
export async function hangUpCall(
  dependencies: CallDependencies,
  { userId }: { userId: number },
  { callId, message }: { callId: number; message: string | null },
): Promise<void> {
  const wanted = { userId, callId, message };
  if (!(await requestHangUp(dependencies.database, wanted))) throw notFound('Call');
  await endOrNotify(dependencies, { userId, callId });
}

async function endOrNotify(
  { notifier, clock, ...ending }: CallDependencies,
  about: { userId: number; callId: number },
): Promise<void> {
  // A call that no process has claimed ends immediately.
  const change = {
    type: 'broke',
    at: clock.now(),
    reason: 'The call was canceled before it began.',
    cause: 'account',
  } as const;
  if (await endCall(ending, { ...about, heldBy: 'nobody' }, change)) return;
  notifier.notifyAll('calls');
}

/**
 * Deletes a call with its recording and webhook deliveries. It is hidden immediately and removed once its end is
 * recorded. A running call is ended. Throws `not-found`.
 */
export async function deleteCall(
  dependencies: CallDependencies,
  { userId }: { userId: number },
  callId: number,
): Promise<void> {
  // Hide it first, so that the event of its end omits the recording.
  if (!(await hideCall(dependencies.database, { userId, callId }))) throw notFound('Call');
  await endOrNotify(dependencies, { userId, callId });
  const { database, recordEvent } = dependencies;
  await database.transaction((transaction) => removeDeleted(transaction, recordEvent, { userId, callId }));
}
