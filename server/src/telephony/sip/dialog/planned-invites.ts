import type { SipRequest } from '../message/sip-message.ts';
import { writeSentVia } from '../transaction/transactions.ts';
import type { Target } from '../transport/flow.ts';
import { bareInvite } from './dial-plan.ts';
import type { Planned } from './hang-up.ts';
import type { InviteIds } from './invite-ids.ts';

/** The sent-by value of a process's Via headers. */
export interface SentBy {
  host: string;
  port: number;
}

/** All INVITEs of a plan that a server may have received; which were really sent is unknown. */
export function possibleInvites(
  { plan, most, processId }: Pick<Planned, 'plan' | 'most' | 'processId'>,
  target: Target,
  { names, invites }: { names: readonly SentBy[]; invites: InviteIds },
): SipRequest[] {
  const { callId } = plan;
  return names.flatMap((sentBy) => {
    const fromTag = invites.tagHeldBy(invites.fromTag(callId), { processId, port: sentBy.port });
    return Array.from({ length: most }, (_, index) => {
      const sequence = index + 1;
      const branch = invites.branch({ callId, sequence, target });
      const via = writeSentVia({ transport: target.transport, ...sentBy }, branch);
      const bare = bareInvite(plan, { sequence, fromTag });
      return { ...bare, headers: [{ name: 'via', value: via }, ...bare.headers] };
    });
  });
}
