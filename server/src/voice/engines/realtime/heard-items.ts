import type { Heard } from '../engine.ts';

/** One conversation item of the model within a reply, such as before and after a tool call. */
export interface ReplyItem {
  itemId: string;
  /** Its text, words separated by single spaces. */
  text: string;
  /** Duration of its audio; 0 when TTS speaks it. */
  audioMs: number;
  /** True if the item is complete; an incomplete one always has an unheard rest. */
  isComplete: boolean;
}

export interface HeardItem extends Heard {
  itemId: string;
}

/** Maps what was heard of a reply to its items: returns those not fully heard, in order. */
export function unheardItems(items: readonly ReplyItem[], heard: Heard): HeardItem[] {
  const found: HeardItem[] = [];
  let restMs = heard.audioMs;
  let restText = heard.text.trim();
  for (const { itemId, text, audioMs, isComplete } of items) {
    const itemMs = Math.max(0, Math.min(audioMs, restMs));
    const itemText = restText.startsWith(text) ? text : commonWords(text, restText);
    const isWhole = isComplete && itemText.length === text.length && itemMs >= audioMs;
    if (!isWhole) found.push({ itemId, audioMs: Math.floor(itemMs), text: itemText });
    restMs -= audioMs;
    restText = isWhole ? restText.slice(text.length).trimStart() : '';
  }
  return found;
}

/** Common prefix in whole words. */
function commonWords(text: string, heard: string): string {
  const words = text.split(' ');
  const others = heard.split(' ');
  let count = 0;
  while (count < words.length && words[count] === others[count]) count += 1;
  return words.slice(0, count).join(' ');
}
