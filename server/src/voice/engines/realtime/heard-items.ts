import type { Heard } from '../engine.ts';

/** One item of the model's that a reply is made of: before and after a tool, for example. */
export interface ReplyItem {
  itemId: string;
  /** Its words, with single blanks. */
  text: string;
  /** Of the sound that came of it; 0 where a voice of ours speaks. */
  audioMs: number;
  /** Whether the model has finished it: of one that goes on, something is always unheard. */
  isOver: boolean;
}

/** How much of an item was heard. */
export interface HeardItem extends Heard {
  itemId: string;
}

/** What was heard of a reply, item by item: those that were not heard to their end, in order. */
export function unheardItems(items: readonly ReplyItem[], heard: Heard): HeardItem[] {
  const found: HeardItem[] = [];
  let restMs = heard.audioMs;
  let restText = heard.text.trim();
  for (const { itemId, text, audioMs, isOver } of items) {
    const itemMs = Math.max(0, Math.min(audioMs, restMs));
    const itemText = restText.startsWith(text) ? text : commonWords(text, restText);
    const isWhole = isOver && itemText.length === text.length && itemMs >= audioMs;
    if (!isWhole) found.push({ itemId, audioMs: Math.floor(itemMs), text: itemText });
    restMs -= audioMs;
    restText = isWhole ? restText.slice(text.length).trimStart() : '';
  }
  return found;
}

/** The whole words that both texts begin with. */
function commonWords(text: string, heard: string): string {
  const words = text.split(' ');
  const others = heard.split(' ');
  let count = 0;
  while (count < words.length && words[count] === others[count]) count += 1;
  return words.slice(0, count).join(' ');
}
