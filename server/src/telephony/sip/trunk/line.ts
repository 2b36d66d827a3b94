import type { Line } from '../../../voice/legs/line.ts';
import { planDial } from '../calls/dial-plan.ts';
import { OutboundCall } from '../calls/outbound-call.ts';
import { writeUri } from '../message/uri.ts';
import type { Stack } from '../stack.ts';
import type { SipTrunk } from './sip-trunk.ts';
import { calledAddress } from './trunk-addresses.ts';

/** Calls under way, so that they end with the agent. */
export type Pending = Set<{ cancel(): void }>;

/** The way out over one trunk. */
export function trunkLine(trunk: SipTrunk, { stack, pending }: { stack: Stack; pending: Pending }): Line {
  return {
    name: trunk.id,
    dial({ attemptId, from, to, ringingTimeMs }, listener) {
      const plan = planDial(trunk, { attemptId, from, to });
      if (plan === null) {
        const reason = 'There is no such address.';
        queueMicrotask(() => listener({ type: 'failed', failure: 'invalid-number', code: null, reason }));
        return { cancel: () => undefined };
      }
      const settled = (): void => {
        pending.delete(call);
      };
      const addressOf = addressesOf(trunk);
      const call = new OutboundCall({ stack, plan, ringingTimeMs, listener, settled, addressOf });
      pending.add(call);
      return call;
    },
  };
}

/** Whom a trunk's server has to call for a number; null: nobody. */
export function addressesOf(trunk: SipTrunk): (target: string) => string | null {
  return (target) => {
    const address = calledAddress(target, trunk);
    return address === null ? null : writeUri(address);
  };
}
