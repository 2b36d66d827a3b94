import { AppError } from '../../../core/errors.ts';
import { type ActiveCall, beginScheduled, MAX_LATE_MS } from '../lifecycle/call-store.ts';
import { findLiveCall, lockPerson } from '../lifecycle/live-calls.ts';
import type { ActiveCallDeps } from './active-call-deps.ts';

/** The person of a scheduled call is in another call; the call waits for its end. */
export class PersonInCall extends AppError {
  constructor(reason: string) {
    super('conflict', reason);
  }
}

/**
 * Starts a scheduled call. Throws, with a message for the account's owner, if it is too late, and `PersonInCall`. No
 * effect on other calls.
 */
export async function requireDue(
  { database, clock, processId }: Pick<ActiveCallDeps, 'database' | 'clock' | 'processId'>,
  { id: callId, userId, clientPhone, schedule }: ActiveCall,
): Promise<void> {
  if (schedule == null) return;
  const isLate = clock.now().getTime() - schedule.atMs > MAX_LATE_MS;
  const person = { userId, phoneNumber: clientPhone ?? '' };
  await database.transaction(async (transaction) => {
    await lockPerson(transaction, person);
    const live = schedule.isParallelAllowed ? null : await findLiveCall(transaction, person, null);
    if (live !== null) {
      const reason = `${person.phoneNumber} was in another call (call ${live}).`;
      throw isLate ? new AppError('conflict', reason) : new PersonInCall(reason);
    }
    if (isLate) throw new AppError('unavailable', 'No process was available to dial the call at its time.');
    if (await beginScheduled(transaction, { callId, processId })) return;
    throw new AppError('conflict', 'The call was canceled before it began.');
  });
}

/** Throws, with a message for the account's owner, if the legal hours no longer allow a scheduled call. */
export function requireOpenHours(
  { clock, callingHours }: Pick<ActiveCallDeps, 'clock' | 'callingHours'>,
  { schedule }: ActiveCall,
  { provider }: { provider: string },
): void {
  if (schedule?.zoneKey == null) return;
  const state = callingHours.stateAt(clock.now(), { zoneKey: schedule.zoneKey, provider });
  if (!state.isOpen) throw new AppError('invalid', `The call came too late. ${state.reason}`);
}
