import type { Api, ServerEvent } from '../api/api.ts';
import { memberOf, shown } from '../records/kinds.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** Writes the events of one call until it ends, as text or JSON lines. @param isOnly omits the call's id from the lines */
export async function followCall(
  api: Api,
  terminal: Terminal,
  { callId, isOnly }: { callId: number; isOnly: boolean },
): Promise<void> {
  for await (const event of untilStopped(
    api.events(`/user/calls/${callId}/events`, terminal.stopped),
    terminal,
  )) {
    if (terminal.isJson) {
      terminal.line(JSON.stringify(isOnly ? event.data : { call_id: callId, ...Object(event.data) }));
      continue;
    }
    const text = sentenceOf(terminal, event);
    if (text === null) continue;
    const time = String(memberOf(event.data, 'timestamp') ?? '').slice(11, 19);
    terminal.line(`${terminal.paint('dim', isOnly ? time : `${time} call ${callId}`)}  ${text}`);
  }
}

/** Ctrl-C is the usual way to stop, so it is not an error. */
async function* untilStopped(
  events: AsyncIterable<ServerEvent>,
  { stopped }: Terminal,
): AsyncGenerator<ServerEvent> {
  try {
    yield* events;
  } catch (error) {
    if (!stopped.aborted) throw error;
  }
}

/** Null for partial transcripts and for events that are useful only to programs. */
function sentenceOf({ paint }: Terminal, { event, data: whole }: ServerEvent): string | null {
  const data = memberOf(whole, 'data');
  const value = (name: string): string => shown(memberOf(data, name));
  switch (event) {
    case 'call.status':
      return paint('dim', value('status'));
    case 'call.ended':
      return paint('bold', `${value('status')}: ${value('end_reason')} (${value('duration')} s)`);
    case 'transcript.final':
      return `${paint(value('sender') === 'bot' ? 'green' : 'yellow', speakerOf(data))} ${value('text')}`;
    case 'turn.answered':
      return paint('dim', `answered after ${value('total_ms')} ms`);
    case 'tool.called':
      return `tool ${value('name')} ${memberOf(data, 'failed') === true ? paint('red', 'failed') : 'done'} in ${value('duration_ms')} ms`;
    case 'provider.failed':
      return paint(
        'red',
        `provider failed: ${value('reason')}${value('by') === '' ? '' : `; ${value('by')} took over`}`,
      );
    case 'model.replaced':
      return paint('red', `model ${value('model')} was replaced by ${value('by')}`);
    case 'call.answered_by':
      return paint('dim', `answered by ${value('answered_by')}`);
    case 'call.transferred':
      return `transfer to ${value('target')}: ${value('outcome')} ${value('reason')}`.trimEnd();
    case 'digit.pressed':
      return `key ${value('digit')}`;
    case 'supervisor.note':
      return `whisper: ${value('text')}`;
    case 'supervisor.joined':
    case 'supervisor.left':
    case 'call.interrupted':
      return paint('dim', event.replace('.', ' '));
    default:
      return null;
  }
}

function speakerOf(data: unknown): string {
  if (memberOf(data, 'speaker') === 'supervisor') return 'supervisor:';
  return memberOf(data, 'sender') === 'bot' ? 'assistant: ' : 'customer:  ';
}
