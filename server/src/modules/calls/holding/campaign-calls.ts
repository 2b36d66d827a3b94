import { AppError } from '../../../core/errors.ts';
import type { CallAssistant } from '../../../voice/call-host.ts';
import type { OutboundRoute } from '../../../voice/legs/outbound-route.ts';
import { findAssistant } from '../assistant/assistant-row.ts';
import { callAssistant, inCall } from '../assistant/call-assistant.ts';
import type { CallerNumber } from '../assistant/caller-number.ts';
import type { HeldCall } from '../lifecycle/call-store.ts';
import { dialCall } from './dial-call.ts';
import type { HoldingDeps } from './holding-deps.ts';

/** What calls of a campaign have in common, looked up once for many of them. */
export interface CampaignWay {
  assistant: CallAssistant;
  /** The assistant's own; those of a call stand over them. */
  variables: Record<string, unknown>;
  campaignName: string;
  ringingTimeMs: number;
  /** Numbers to call from, with the way out over each; one at least. */
  outs: readonly { number: CallerNumber; route: OutboundRoute }[];
}

/** What a process that holds calls offers to those who dial for campaigns. */
export interface CampaignCalls {
  /** False: this process is ending, and begins no calls any more. */
  isOpen(): boolean;
  /** Places that calls of campaigns may take just now: the rest is left for calls that come in, or are asked for. */
  room(): number;
  /** Keeps places; each is used by `dial`, or given back. @returns how many there were */
  reserve(most: number): number;
  giveBack(places: number): void;
  /**
   * Looks up what all calls of a campaign need; null: this process has no line for them. Throws in words for the account's
   * owner: `not-found` for an assistant that is gone or calls nobody, `unavailable` where this process lacks something of it.
   */
  way(about: {
    userId: number;
    assistantId: number;
    campaignName: string;
    numbers: readonly CallerNumber[];
  }): Promise<CampaignWay | null>;
  /**
   * Dials a call that this process has claimed, in a place that was kept for it, and holds it to its end.
   * @param about `whenDue` resolves when it is to be dialled, or with false when it is none any more; absent: now
   */
  dial(
    call: HeldCall,
    about: {
      way: CampaignWay;
      out: CampaignWay['outs'][number];
      whenDue?: (signal: AbortSignal) => Promise<boolean>;
      onOver(): void;
    },
  ): void;
}

/** @param most places that calls of campaigns take at a time */
export function campaignCalls(deps: HoldingDeps, most: number): CampaignCalls {
  const { calls } = deps;
  let taken = 0;
  const room = (): number => Math.max(0, Math.min(most - taken, calls.room));
  return {
    isOpen: () => calls.isOpen,
    room,
    reserve: (wanted) => {
      const places = calls.reserve(Math.min(wanted, room()));
      taken += places;
      return places;
    },
    giveBack: (places) => {
      taken -= places;
      calls.giveBack(places);
    },
    way: (about) => findWay(deps, about),
    dial: (claimed, { way, out, whenDue, onOver }) => {
      const call = { ...claimed, campaignName: way.campaignName };
      const ready = {
        assistant: assistantFor(way, call, deps.clock.now()),
        route: out.route,
        from: out.number.phone_number,
      };
      calls.hold(call.id, async (signal) => {
        await dialCall(deps, { call, ready, due: whenDue?.(signal) ?? Promise.resolve(true) }, signal);
        taken -= 1;
        // The place itself is free when this work is over.
        setImmediate(onOver);
      });
    },
  };
}

function assistantFor({ assistant, variables }: CampaignWay, call: HeldCall, now: Date): CallAssistant {
  const known = inCall(variables, call, now);
  return { ...assistant, persona: { ...assistant.persona, ...known } };
}

async function findWay(
  deps: HoldingDeps,
  { userId, assistantId, campaignName, numbers }: Parameters<CampaignCalls['way']>[0],
): Promise<CampaignWay | null> {
  const row = await findAssistant(deps.database, { userId, id: assistantId });
  if (row === null) throw new AppError('not-found', 'The assistant of this campaign is gone.');
  if (row.type !== 'outbound') {
    throw new AppError('not-found', 'The assistant of this campaign takes calls now, and makes none.');
  }
  const assistant = await callAssistant(deps, row, null);
  const outs: { number: CallerNumber; route: OutboundRoute }[] = [];
  for (const number of numbers) {
    const route = await deps.routeOf(number);
    if (route !== null) outs.push({ number, route });
  }
  if (outs.length === 0) return null;
  return { assistant, variables: row.variables, campaignName, ringingTimeMs: row.ringing_time * 1000, outs };
}
