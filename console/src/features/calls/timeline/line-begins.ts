import type { RecordingShape } from '../../../data/recordings.ts';
import type { TimelineEntry } from './timeline.ts';

/** Shorter silence belongs to a line: breaths, commas. */
const PAUSE_MS = 1_200;
/** A line is told of a little after its last sound, or a little before the end of what was already on its way. */
const SLACK_MS = 1_500;
/** Of the loudest moment: softer is silence, or the sound of a place. */
const SILENCE_SHARE = 0.12;
/** A side that said nothing has no loudest moment worth the name. */
const LEAST_LOUDNESS = 0.03;

/**
 * Lines are told of when they are over. The recording shows when each began: the sound of its side before that, back to
 * the last pause. A line without sound, typed into a web call for example, keeps its time.
 */
export function withBegins(entries: readonly TimelineEntry[], shape: RecordingShape): TimelineEntry[] {
  const endBefore = { human: 0, bot: 0 };
  return entries
    .map((entry) => {
      if (entry.kind !== 'said') return entry;
      const peaks = shape.peaks[entry.sender === 'human' ? 0 : 1];
      const fromMs = endBefore[entry.sender];
      endBefore[entry.sender] = entry.atMs;
      const beginMs = peaks && beginOf(peaks, shape.durationSeconds * 1000, { fromMs, untilMs: entry.atMs });
      return { ...entry, atMs: beginMs ?? entry.atMs };
    })
    .sort((one, other) => one.atMs - other.atMs);
}

/** When the last sound before `untilMs` began, not before `fromMs`; null: there was none. */
function beginOf(
  peaks: Float32Array,
  durationMs: number,
  { fromMs, untilMs }: { fromMs: number; untilMs: number },
): number | null {
  const stepMs = durationMs / peaks.length;
  const loudest = peaks.reduce((most, peak) => Math.max(most, peak), 0);
  const silence = Math.max(LEAST_LOUDNESS, loudest * SILENCE_SHARE);
  let beginMs: number | null = null;
  for (let place = Math.min(peaks.length - 1, Math.floor(untilMs / stepMs)); place >= 0; place -= 1) {
    const atMs = place * stepMs;
    const isOver = beginMs === null ? untilMs - atMs > SLACK_MS : beginMs - atMs > PAUSE_MS;
    if (atMs < fromMs || isOver) break;
    if ((peaks[place] ?? 0) > silence) beginMs = atMs;
  }
  return beginMs;
}
