import { Credentials } from '../auth/credentials.ts';
import { mostInvites, planDial } from '../calls/dial-plan.ts';
import { readEnvelope } from '../message/envelope.ts';
import { parseNameAddresses } from '../message/name-address.ts';
import { headersOf, type SipRequest } from '../message/sip-message.ts';
import { parseUri } from '../message/uri.ts';
import { type FlowTokens, isFlowToken } from '../relay/flow-tokens.ts';
import type { Stack } from '../stack.ts';
import type { Flow, Target } from '../transport/flow.ts';
import { isOwnNumber } from '../trunk/numbers.ts';
import type { SipTrunk } from '../trunk/sip-trunk.ts';
import { loginOf } from '../trunk/trunk-addresses.ts';
import { isFarDialog } from './dialog-state.ts';
import { type PendingHangUp, plannedOf, readPendingHangUp } from './hang-up.ts';
import { type FarEnd, hangUp, isTaken, takeBack } from './leave-peer.ts';
import { mayHaveGoneOut, type SentBy } from './planned-invites.ts';

export interface PendingHangUpDeps {
  stack: Stack;
  /** Of routes over other processes; null: there are none. */
  tokens: FlowTokens | null;
  /** A trunk by its id; null: it is gone. */
  trunkOf(id: string): Promise<SipTrunk | null>;
  /** What a process has called itself; none: it has called nobody. */
  sentBy(processId: string): Promise<readonly SentBy[]>;
}

type Of<Kind extends PendingHangUp['kind']> = Extract<PendingHangUp, { kind: Kind }>;

/**
 * Ends at its peer what a process that is gone has left there: a call that is up, or one that rings, or may. A second time does no
 * harm.
 * @returns false: nobody could be told, or `text` is none of ours. Never rejects.
 */
export async function sendPendingHangUp(deps: PendingHangUpDeps, text: string): Promise<boolean> {
  const pendingHangUp = readPendingHangUp(text);
  try {
    switch (pendingHangUp?.kind) {
      case undefined:
        return false;
      case 'planned':
        return await takeAllBack(deps, pendingHangUp);
      case 'dialled':
        return await takeDialBack(deps, pendingHangUp);
      case 'take-back':
        return await takeOneBack(deps, pendingHangUp);
      case 'refuse':
        return await refuse(deps, pendingHangUp);
      case 'hang-up':
        return await hangUp(
          deps,
          pendingHangUp.dialog,
          await farEnd(deps, pendingHangUp, isFarDialog(pendingHangUp.dialog)),
        );
    }
  } catch {
    return false;
  }
}

/** Whoever the process that is gone has sent to: it was let. */
async function farEnd(
  deps: PendingHangUpDeps,
  { target, trunk }: { target: Target; trunk: string | null },
  isFar: boolean,
): Promise<FarEnd> {
  deps.stack.letIn(target);
  return { flow: await flowTo(deps.stack, target, isFar), credentials: await credentialsOf(deps, trunk) };
}

/** Rejects where there is no way. @param isFar another process hands it on */
async function flowTo({ routes, seals }: Stack, target: Target, isFar: boolean): Promise<Flow> {
  const { flow } = await routes.wayAt(target);
  return seals !== null && isFar ? seals.over(flow) : flow;
}

async function credentialsOf(deps: PendingHangUpDeps, trunk: string | null): Promise<Credentials> {
  const named = trunk === null ? null : await deps.trunkOf(trunk);
  return new Credentials(named === null ? null : loginOf(named));
}

function isFarInvite(invite: SipRequest): boolean {
  const [route] = parseNameAddresses(headersOf(invite, 'route'));
  return isFlowToken(parseUri(route?.uri ?? '')?.user ?? null);
}

/**
 * The telephone that rang may have been answered meanwhile: where there is nothing to take back any more, and where that is not
 * told, for a CANCEL behind an answer is confirmed, too (RFC 6026 7.1).
 */
async function takeOneBack(deps: PendingHangUpDeps, pendingHangUp: Of<'take-back'>): Promise<boolean> {
  const { invite, early } = pendingHangUp;
  const far = await farEnd(deps, pendingHangUp, isFarInvite(invite));
  const status = await takeBack(deps, invite, far);
  if (status === null || !isTaken(status)) return false;
  if (early === null) return true;
  const hungUp = hangUp(deps, early, far).catch(() => false);
  // Who was taken back has no dialog any more, and need not answer.
  return status !== 481 || hungUp;
}

/**
 * The caller hears that nobody answers: over UDP from this process's address, over a connection anew. What they acknowledge comes here
 * only where this process is in the place of the dead one; the BYE, for an answer that nobody stored, says whether they have heard.
 */
async function refuse(deps: PendingHangUpDeps, pendingHangUp: Of<'refuse'>): Promise<boolean> {
  const { invite, dialog } = pendingHangUp;
  const { transactions } = deps.stack;
  const far = await farEnd(deps, pendingHangUp, false);
  const envelope = readEnvelope(invite);
  if (envelope === null) return false;
  const incoming = { request: invite, envelope, flow: far.flow };
  const transaction = transactions.find(incoming) ?? transactions.accept(incoming);
  transaction?.respond({ status: 503, toTag: dialog.localTag });
  return hangUp(deps, dialog, far);
}

/** An extension's own telephones are called by plans of their own, which are stored before. */
async function takeDialBack(deps: PendingHangUpDeps, dialled: Of<'dialled'>): Promise<boolean> {
  const trunk = await deps.trunkOf(dialled.line);
  if (trunk === null) return false;
  const plan = isOwnNumber(trunk, dialled.to) ? null : planDial(trunk, dialled);
  return plan === null || takeAllBack(deps, plannedOf(plan, mostInvites(plan), dialled.processId));
}

/** @returns whether one of the servers had something to take back, or none of them has anything */
async function takeAllBack(deps: PendingHangUpDeps, planned: Omit<Of<'planned'>, 'kind'>): Promise<boolean> {
  const { stack } = deps;
  const names = await deps.sentBy(planned.processId);
  if (names.length === 0) return true;
  const credentials = await credentialsOf(deps, planned.trunk);
  const targets = await stack.routes.targetsOf(planned.destination);
  const atServers = targets.map(async (target) => {
    if (planned.isLetIn) stack.letIn(target);
    const invites = mayHaveGoneOut(planned, target, { names, invites: stack.invites });
    const [first] = invites;
    if (first === undefined) return [];
    const flow = await flowTo(stack, target, isFarInvite(first));
    return invites.map((invite) => takeBack(deps, invite, { flow, credentials }));
  });
  // A server that has never had the others may say nothing to them: nobody waits for that.
  const found = atServers.map(async (asked) =>
    Promise.any((await asked).map(async (answer) => assertTaken(await answer))),
  );
  return Promise.any(found).catch(async () => {
    const heard = await Promise.all((await Promise.all(atServers)).flat());
    return heard.every((status) => status !== null && isTaken(status));
  });
}

function assertTaken(status: number | null): true {
  if (status === null || status >= 300) throw new Error('Nothing was there.');
  return true;
}
