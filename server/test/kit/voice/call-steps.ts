import { expect } from 'vitest';
import { endedCall } from '../calls.ts';
import { eventually } from '../eventually.ts';
import type { EngineServer, ServerCall } from './engine-server.ts';
import { toneMs } from './heard-tones.ts';

/** Waits until the transcript contains `text`. */
export function said(call: ServerCall, text: string): Promise<unknown> {
  return eventually(
    () => call.view(),
    (view) => view.transcript.some((line: { text: string }) => line.text === text),
  );
}

/** Waits for half a second of a tone. */
export function heardTone(call: ServerCall, hz: number): Promise<number> {
  return eventually(
    async () => toneMs(await call.heard(), hz),
    (ms) => ms >= 500,
  );
}

/** Peak level of the received audio. */
export async function loudest(call: ServerCall): Promise<number> {
  return (await call.heard()).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
}

/** Events of a type, in the order of the call. */
export async function eventsOf(call: ServerCall, type: string): Promise<Record<string, unknown>[]> {
  return (await call.view()).events
    .filter((event: { type: string }) => event.type === type)
    .map(({ data }: { data: Record<string, unknown> }) => data);
}

/** Reasons of all provider failures. */
export async function reasons(call: ServerCall): Promise<unknown[]> {
  return (await eventsOf(call, 'provider-failed')).map(({ reason }) => reason);
}

export async function asksFor(
  server: EngineServer,
  call: ServerCall,
  text = 'When is breakfast served in the morning?',
): Promise<void> {
  await call.say(await server.spoken(text));
}

/** Hangs up as the caller and expects no failures. */
export async function endsWell(server: EngineServer, call: ServerCall): Promise<void> {
  await call.hangUp();
  expect(await endedCall(server.account, call.id)).toMatchObject({ status: 'ended_by_customer' });
}
