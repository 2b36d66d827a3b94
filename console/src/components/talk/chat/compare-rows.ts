import type { Answer, Turn } from './chat-state.ts';

export interface CompareRow {
  key: string;
  question: string | null;
  before: Answer | null;
  after: Answer | null;
  verdict: 'same' | 'changed' | 'waiting';
}

/** Pairs the turns of two conversations. */
export function compareRows(before: readonly Turn[], after: readonly Turn[]): CompareRow[] {
  return Array.from({ length: Math.max(before.length, after.length) }, (_, index) => {
    const [old, young] = [before[index], after[index]];
    return {
      key: old?.key ?? young?.key ?? String(index),
      question: old?.question ?? young?.question ?? null,
      before: old?.answer ?? null,
      after: young?.answer ?? null,
      verdict: verdictOf(old?.answer, young?.answer),
    };
  });
}

function verdictOf(before: Answer | undefined, after: Answer | undefined): CompareRow['verdict'] {
  if (after === undefined || after.state === 'waiting' || after.state === 'writing') return 'waiting';
  const isSame = before?.text === after.text && toolsText(before) === toolsText(after);
  return isSame ? 'same' : 'changed';
}

function toolsText({ tools }: Answer): string {
  return JSON.stringify(tools.map(({ name, arguments: given }) => [name, given]));
}
