/** One message of a conversation or one utterance of a call. */
export interface TranscriptLine {
  role: 'user' | 'assistant';
  content: string;
}

/** Limit of one message in the transcript; longer ones are truncated. */
const LINE_CHARACTERS = 4_000;

/**
 * The transcript as JSON lines, so that no message can pass for several. If it is too long, the beginning (a quarter)
 * and the end stay, and `{"left_out": n}` replaces the messages between them.
 */
export function transcriptText(transcript: readonly TranscriptLine[], characters: number): string {
  const lines = transcript.map(transcriptLine);
  const total = lines.reduce((sum, line) => sum + line.length + 1, 0);
  if (total <= characters) return lines.join('\n');
  const head = fitting(lines, characters / 4);
  const tail = fitting(lines.slice(head.length).reverse(), characters - sizeOf(head)).reverse();
  const leftOut = JSON.stringify({ left_out: lines.length - head.length - tail.length });
  return [...head, leftOut, ...tail].join('\n');
}

function transcriptLine({ role, content }: TranscriptLine): string {
  const text =
    content.length <= LINE_CHARACTERS ? content : `${content.slice(0, LINE_CHARACTERS - 1).toWellFormed()}…`;
  return JSON.stringify(role === 'user' ? { customer: text } : { assistant: text });
}

function fitting(lines: readonly string[], characters: number): string[] {
  let remaining = characters;
  const end = lines.findIndex((line) => {
    remaining -= line.length + 1;
    return remaining < 0;
  });
  return lines.slice(0, end === -1 ? lines.length : end);
}

function sizeOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length + 1, 0);
}
