import ipaddr from 'ipaddr.js';
import { type DialPlan, mostInvites, trustOf } from '../dialog/dial-plan.ts';
import { parseNameAddresses } from '../message/name-address.ts';
import { headersOf, type SipResponse } from '../message/sip-message.ts';
import { parseUri, type SipUri, writeUri } from '../message/uri.ts';
import type { Stack } from '../stack.ts';
import type { Flow, Target } from '../transport/flow.ts';
import { destinationIn } from '../transport/return-path.ts';
import type { SipTrunk } from '../trunk/sip-trunk.ts';
import type { InviteAttempt } from './invite-attempt.ts';
import type { OpenInvites, OpenPlan } from './open-invites.ts';

/** Per call. */
const MAX_REDIRECTS = 5;

export interface Redirect {
  plan: DialPlan;
  targets: Target[];
  /** Limit of INVITEs of the call: those sent so far plus those of the plan. */
  most: number;
  /** Already stored for other processes. */
  open: OpenPlan;
}

/** Follows the redirects of one call within limits, without loops. */
export class Redirects {
  readonly #stack: Stack;
  readonly #trunk: SipTrunk;
  readonly #open: OpenInvites;
  readonly #seen = new Set<string>();
  #count = 0;

  constructor(deps: { stack: Stack; trunk: SipTrunk; open: OpenInvites }) {
    this.#stack = deps.stack;
    this.#trunk = deps.trunk;
    this.#open = deps.open;
  }

  /**
   * Null without a new and allowed destination.
   * @param attempt the one answered by the redirect
   * @param sent number of INVITEs of the call so far
   */
  async follow(
    plan: DialPlan,
    response: SipResponse,
    { attempt, sent }: { attempt: InviteAttempt; sent: number },
  ): Promise<Redirect | null> {
    this.#seen.add(keyOf(plan));
    if (this.#count >= MAX_REDIRECTS) return null;
    for (const next of plansOfRedirect(plan, response, { trunk: this.#trunk, flow: attempt.invite.flow })) {
      if (this.#seen.has(keyOf(next))) continue;
      this.#seen.add(keyOf(next));
      const targets = await this.#targetsOf(next, attempt.target);
      if (targets.length === 0) continue;
      this.#count += 1;
      const most = sent + mostInvites(next);
      const open = this.#open.begin(next, most);
      await this.#open.storePendingHangUps();
      return { plan: next, targets, most, open };
    }
    return null;
  }

  /** A redirect must not lead to a private address other than the redirecting server's own. */
  async #targetsOf({ destination }: DialPlan, from: Target): Promise<Target[]> {
    const targets = await this.#stack.routes.targetsOf(destination).catch(() => []);
    return targets.filter(({ address }) => address === from.address || isPublic(address));
  }
}

function isPublic(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';
}

function keyOf({ uri, to, destination: { host, port, transport } }: DialPlan): string {
  return JSON.stringify([(uri ?? to).toLowerCase(), host.toLowerCase(), port, transport]);
}

const REDIRECTS = new Set([300, 301, 302]);
const MAX_CONTACTS = 5;

/**
 * The plans for the Contacts of a redirect, the highest `q` first (RFC 3261 8.1.3.4); empty if it is not a redirect.
 * To and an outbound proxy stay the same.
 * @param flow over which the redirect arrived
 */
function plansOfRedirect(
  plan: DialPlan,
  response: SipResponse,
  { trunk, flow }: { trunk: SipTrunk; flow: Flow },
): DialPlan[] {
  if (!REDIRECTS.has(response.status)) return [];
  const contacts = parseNameAddresses(headersOf(response, 'contact')).slice(0, MAX_CONTACTS);
  const quality = (text: string | undefined): number => Number(text ?? 1) || 0;
  const ordered = contacts.toSorted(
    (one, other) => quality(other.parameters.get('q')) - quality(one.parameters.get('q')),
  );
  // Headers in the Contact URI are ignored.
  const addresses = ordered.map(({ uri }) => parseUri(uri.replace(/\?.*$/s, '')));
  return addresses.flatMap((address) => (address === null ? [] : planAt(plan, address, { trunk, flow })));
}

function planAt(
  plan: DialPlan,
  address: SipUri,
  { trunk, flow }: { trunk: SipTrunk; flow: Flow },
): DialPlan[] {
  const destination = plan.route === null ? destinationIn(address, flow) : plan.destination;
  const from = parseUri(plan.from);
  if (address.scheme === 'tel' || destination === null || from === null) return [];
  const { trunk: _before, login: _login, ...rest } = plan;
  return [
    {
      ...rest,
      uri: writeUri(address),
      destination,
      ...trustOf(trunk, { called: address, calling: from, destination }),
    },
  ];
}
