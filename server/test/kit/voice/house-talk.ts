import { expect } from 'vitest';
import { endedCall } from '../calls.ts';
import { eventually } from '../eventually.ts';
import type { EngineHouse, HouseCall } from './engine-house.ts';
import { toneMs } from './heard-tones.ts';

/** Until the transcript has these words. */
export function said(call: HouseCall, text: string): Promise<unknown> {
  return eventually(
    () => call.view(),
    (view) => view.transcript.some((line: { text: string }) => line.text === text),
  );
}

/** Until half a second of a pitch was heard. */
export function heardTone(call: HouseCall, hz: number): Promise<number> {
  return eventually(
    async () => toneMs(await call.heard(), hz),
    (ms) => ms >= 500,
  );
}

/** Of all that was heard. */
export async function loudest(call: HouseCall): Promise<number> {
  return (await call.heard()).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
}

/** What the call tells of the events of a kind, in their order. */
export async function eventsOf(call: HouseCall, type: string): Promise<Record<string, unknown>[]> {
  return (await call.view()).events
    .filter((event: { type: string }) => event.type === type)
    .map(({ data }: { data: Record<string, unknown> }) => data);
}

/** Why providers failed. */
export async function reasons(call: HouseCall): Promise<unknown[]> {
  return (await eventsOf(call, 'provider-failed')).map(({ reason }) => reason);
}

export async function asksFor(
  house: EngineHouse,
  call: HouseCall,
  text = 'When is breakfast served in the morning?',
): Promise<void> {
  await call.say(await house.spoken(text));
}

/** The caller hangs up, and nothing was wrong. */
export async function endsWell(house: EngineHouse, call: HouseCall): Promise<void> {
  await call.hangUp();
  expect(await endedCall(house.account, call.id)).toMatchObject({ status: 'ended_by_customer' });
}
