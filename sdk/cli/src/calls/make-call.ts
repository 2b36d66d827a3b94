import { connect } from '../account/connection.ts';
import {
  hasOption,
  listOption,
  pairs,
  requiredOption,
  textOption,
  wordAt,
} from '../program/option-values.ts';
import type { Invocation } from '../program/verb.ts';
import { idOf } from '../records/find.ts';
import { CommandError } from '../terminal/failures.ts';
import { writeOutcome } from '../terminal/terminal.ts';
import { followCall } from './follow-call.ts';

interface MadeCall {
  call_id: number;
  status: string;
  warnings: string[];
}

/** Calls a number with an assistant, and with `--tail` shows the call until it ends. */
export async function makeCall(invocation: Invocation): Promise<number> {
  const { options, terminal } = invocation;
  const assistant = requiredOption(options, 'assistant');
  const api = await connect(invocation);
  const isTailed = hasOption(options, 'tail');
  const scheduledAt = textOption(options, 'at');
  if (isTailed && scheduledAt !== undefined)
    throw new CommandError('--tail follows a call that starts now, so leave out --at.');
  const made = await api.create<MadeCall>('/user/make_call', {
    phone_number: wordAt(invocation, 0),
    assistant_id: Number(await idOf(api, 'assistants', assistant)),
    variables: pairs(listOption(options, 'var'), '--var'),
    external_id: textOption(options, 'externalId') ?? null,
    scheduled_at: scheduledAt ?? null,
    allow_parallel: hasOption(options, 'allowParallel'),
    ignore_hours: hasOption(options, 'ignoreHours'),
  });
  for (const warning of made.warnings) terminal.note(`Warning: ${warning}`);
  if (isTailed) {
    if (!terminal.isJson) terminal.note(`Call ${made.call_id}`);
    await followCall(api, terminal, { callId: made.call_id, isOnly: true });
    return 0;
  }
  const verb = made.status === 'scheduled' ? 'is scheduled' : 'has started';
  writeOutcome(
    terminal,
    made,
    `Call ${made.call_id} ${verb}. Follow it with: parley calls tail ${made.call_id}`,
  );
  return 0;
}
