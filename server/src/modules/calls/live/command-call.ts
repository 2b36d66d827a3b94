import { z } from 'zod';
import { toE164 } from '#contract/phone-numbers.ts';
import { AppError } from '../../../core/errors.ts';
import { findHolder, hasEnded, heldCallPath, isUnreachable } from './held-call.ts';
import type { LiveCall } from './live-calls.ts';
import type { LiveCallDependencies } from './live-dependencies.ts';

/** A supervisor's command to a running call. */
export const callCommand = z.discriminatedUnion('type', [
  z.object({ type: z.literal('say'), text: z.string(), interrupts: z.boolean() }),
  z.object({ type: z.literal('whisper'), text: z.string() }),
  z.object({
    type: z.literal('transfer'),
    target: z.string(),
    message: z.string().nullable(),
    isWarm: z.boolean(),
    briefing: z.string().nullable(),
  }),
]);

export type CallCommand = z.output<typeof callCommand>;

/** `refused`: the customer is not with the assistant. `over`: the call has just ended. */
const commandOutcome = z.enum(['done', 'refused', 'over']);

type Outcome = z.output<typeof commandOutcome>;

/**
 * Gives a command to the process that holds the call. Throws `not-found`; `conflict` for a call that is not answered, has
 * ended or is being transferred; `unavailable` if the process cannot be reached.
 */
export async function commandCall(
  dependencies: LiveCallDependencies,
  { userId }: { userId: number },
  { callId, command }: { callId: number; command: CallCommand },
): Promise<void> {
  const holder = await findHolder(dependencies, { userId, callId });
  const outcome =
    holder === dependencies.processId
      ? performCommand(dependencies.live.of(callId), command)
      : await sendCommand(dependencies, holder, { callId, command });
  if (outcome === 'over') throw hasEnded();
  if (outcome === 'refused') {
    throw new AppError(
      'conflict',
      'The customer is not with the assistant: the call is being transferred or ended.',
    );
  }
}

/** @param call null if this process no longer holds it */
export function performCommand(call: LiveCall | null, command: CallCommand): Outcome {
  if (call === null) return 'over';
  const { session } = call;
  return session !== null && isPerformed(session, command) ? 'done' : 'refused';
}

function isPerformed(session: NonNullable<LiveCall['session']>, command: CallCommand): boolean {
  switch (command.type) {
    case 'say':
      return session.say(command.text, command);
    case 'whisper':
      return session.whisper(command.text);
    case 'transfer':
      return session.transfer({ ...command, target: toE164(command.target) ?? command.target });
  }
}

async function sendCommand(
  dependencies: LiveCallDependencies,
  holder: string,
  { callId, command }: { callId: number; command: CallCommand },
): Promise<Outcome> {
  const { processes } = dependencies;
  const origin = await processes.of(holder);
  const path = heldCallPath(dependencies, { callId, purpose: 'command' });
  const answer = origin === null ? null : await processes.postTo(origin, path, JSON.stringify(command));
  if (answer?.status === 404) return 'over';
  if (answer?.status !== 200) {
    throw isUnreachable();
  }
  return commandOutcome.parse(answer.text);
}
