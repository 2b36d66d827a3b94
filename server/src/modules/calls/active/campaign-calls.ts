import { sleepUntil } from '../../../core/clock.ts';
import { AppError } from '../../../core/errors.ts';
import type { CallAssistant } from '../../../voice/call-host.ts';
import type { OutboundRoute } from '../../../voice/legs/outbound-route.ts';
import { findAssistant } from '../assistant/assistant-row.ts';
import { callAssistant, inCall } from '../assistant/call-assistant.ts';
import type { CallerNumber } from '../assistant/caller-number.ts';
import type { ActiveCall } from '../lifecycle/call-store.ts';
import type { ActiveCallDeps } from './active-call-deps.ts';
import { dialCall } from './dial-call.ts';

/** Data shared by all calls of a campaign, looked up once for many calls. */
export interface CampaignCallSetup {
  assistant: CallAssistant;
  /** The assistant's own variables; a call's variables override them. */
  variables: Record<string, unknown>;
  campaignName: string;
  ringingTimeMs: number;
  /** Numbers to call from with their routes; at least one. */
  routes: readonly { number: CallerNumber; route: OutboundRoute }[];
}

/** The dialer's interface to the calls of this process. */
export interface CampaignCalls {
  /** False while this process shuts down. */
  isOpen(): boolean;
  /** Free slots for campaign calls. Other slots are kept for inbound and requested calls. */
  freeSlots(): number;
  /**
   * Reserves slots. Each is used by `dial` or returned with `release`.
   * @returns how many were available
   */
  reserve(max: number): number;
  release(slots: number): void;
  /**
   * Looks up the data shared by all calls of a campaign; null if this process has no route for them. Throws `not-found`
   * if the assistant was deleted or is not an outbound one, and `unavailable` if this process lacks a provider that it
   * needs. The messages are shown to the account's owner.
   */
  loadSetup(about: {
    userId: number;
    assistantId: number;
    campaignName: string;
    numbers: readonly CallerNumber[];
  }): Promise<CampaignCallSetup | null>;
  /**
   * Dials a claimed call in a reserved slot and runs it to its end.
   * @param about `atMs`: when to dial, in milliseconds since 1970
   */
  dial(
    call: ActiveCall,
    about: {
      setup: CampaignCallSetup;
      numberRoute: CampaignCallSetup['routes'][number];
      atMs: number;
      onOver(): void;
    },
  ): void;
}

export function campaignCalls(deps: ActiveCallDeps): CampaignCalls {
  const { calls, planned } = deps;
  return {
    isOpen: () => calls.isOpen,
    freeSlots: () => planned.free,
    reserve: (wanted) => planned.reserve(wanted),
    release: (slots) => planned.release(slots),
    loadSetup: (about) => findSetup(deps, about),
    dial: (claimed, { setup, numberRoute, atMs, onOver }) => {
      const call = { ...claimed, campaignName: setup.campaignName };
      const ready = {
        assistant: assistantFor(setup, call, deps.clock.now()),
        route: numberRoute.route,
        from: numberRoute.number.phone_number,
      };
      planned.run(call.id, async (signal) => {
        await sleepUntil(deps.clock, atMs, signal);
        await dialCall(deps, { call, ready }, signal);
        // The slot is freed when this function returns.
        setImmediate(onOver);
      });
    },
  };
}

function assistantFor(
  { assistant, variables }: CampaignCallSetup,
  call: ActiveCall,
  now: Date,
): CallAssistant {
  const known = inCall(variables, call, now);
  return { ...assistant, persona: { ...assistant.persona, ...known } };
}

async function findSetup(
  deps: ActiveCallDeps,
  { userId, assistantId, campaignName, numbers }: Parameters<CampaignCalls['loadSetup']>[0],
): Promise<CampaignCallSetup | null> {
  const row = await findAssistant(deps.database, { userId, id: assistantId });
  if (row === null) throw new AppError('not-found', 'The assistant of this campaign was deleted.');
  if (row.type !== 'outbound') {
    throw new AppError('not-found', 'The assistant of this campaign is now an inbound assistant.');
  }
  const assistant = await callAssistant(deps, row, null);
  const routes: { number: CallerNumber; route: OutboundRoute }[] = [];
  for (const number of numbers) {
    const route = await deps.routeOf(number);
    if (route !== null) routes.push({ number, route });
  }
  if (routes.length === 0) return null;
  return {
    assistant,
    variables: row.variables,
    campaignName,
    ringingTimeMs: row.ringing_time * 1000,
    routes,
  };
}
