import type { TranscriptEntry } from '../../../../../sdk/web/src/call/call-state.ts';
import { t } from '../../../lib/i18n/t.ts';

/** A line of a call's transcript. */
export interface CallLine {
  id: number;
  /** `note`: an event of the call that is not speech. */
  speaker: 'assistant' | 'customer' | 'note';
  text: string;
  /** Typed, and not yet confirmed by the transcript. */
  isPending: boolean;
}

export function callLines(transcript: readonly TranscriptEntry[]): CallLine[] {
  return transcript.map((entry) => {
    if (entry.type !== 'speech')
      return { id: entry.id, speaker: 'note', text: noteOf(entry), isPending: false };
    const speaker = entry.speaker === 'user' ? 'customer' : 'assistant';
    return { id: entry.id, speaker, text: entry.text, isPending: entry.isPending };
  });
}

function noteOf(entry: Exclude<TranscriptEntry, { type: 'speech' }>): string {
  switch (entry.type) {
    case 'tool':
      return t('The assistant used {name}.', { name: entry.name });
    case 'digits':
      return entry.by === 'user'
        ? t('You pressed {keys}.', { keys: entry.digits })
        : t('The assistant pressed {keys}.', { keys: entry.digits });
    case 'transferred':
      return t('The call was transferred.');
  }
}
