import type { Clock } from '../../../core/clock.ts';
import type { Log } from '../../../core/log.ts';
import { type ForsakenCall, findForsaken } from '../lifecycle/forsaken-calls.ts';
import { type EndingParts, endCall } from './end-call.ts';

const REASONS: Record<ForsakenCall['kind'], string> = {
  dead: 'The process that held the call ended unexpectedly.',
  unclaimed: 'No process could take the call.',
  unwanted: 'The call was given up before it began.',
  unvisited: 'Nobody came to the web call in time.',
};

/** Ends calls that nobody will go on with. Several may run at once: each call is ended by one. */
export async function settleCalls(parts: EndingParts & { clock: Clock; log: Log }): Promise<void> {
  const forsaken = await findForsaken(parts.database, parts.clock.now());
  let count = 0;
  for (const { id: callId, userId, seenAt, kind } of forsaken) {
    const cause = kind === 'dead' || kind === 'unclaimed' ? 'process' : 'account';
    const change = { type: 'broke', at: seenAt, reason: REASONS[kind], cause } as const;
    const heldBy = kind === 'dead' ? 'anyone' : 'nobody';
    if (await endCall(parts, { userId, callId, heldBy }, change)) count += kind === 'dead' ? 1 : 0;
  }
  if (count > 0) parts.log.warn({ calls: count }, 'Calls of dead processes were ended.');
}
