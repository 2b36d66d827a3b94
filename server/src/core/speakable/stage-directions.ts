/** Actions that models write for speech; in English in texts of every language. */
const ACTIONS = [
  'laughs?|laughing|laughter|chuckles?|chuckling|giggles?|sighs?|sighing|pauses?|beat|silence|clears (?:his |her |its |my )?throat',
  'coughs?|smiles?|smiling|nods?|gasps?|whispers?|whispering|breathes?|inhales?|exhales?|sniffs?|yawns?|hums?|groans?|winks?|shrugs?|typing|types|music|applause',
  'lacht|lachend|kichert|seufzt|seufzend|räuspert sich|lächelt|lächelnd|hustet|flüstert|nickt|atmet|schmunzelt|zwinkert|Pause',
  'râde|râzând|chicotește|oftează|pauză|zâmbește|zâmbind|tușește|șoptește|respiră|dă din cap|își drege (?:vocea|glasul)|face o pauză',
].join('|');
const BEFORE = String.raw`(?:(?:\p{L}+ly|a|long|short|brief|slight|deep|kurze|lange|leise|scurtă|lungă|ușor) ){0,2}`;
const AFTER = String.raw`(?: (?:\p{L}+ly|a (?:bit|little|moment)|for a (?:moment|second|beat)|in|leise|kurz|laut|herzlich|tief(?: ein| aus)?|încet|ușor|scurt|adânc|(?:of |for )?\d+ ?(?:s|seconds?)))?`;
const BODY = `${BEFORE}(?:${ACTIONS})${AFTER}`;

/** `(laughs)`, `*sighs softly*`, `[pause]`, `_chuckles_`. */
const SOURCE = String.raw`\((?:${BODY})\)|(?<![*\p{L}])\*(?:${BODY})\*(?!\*)|\[(?:${BODY})\](?!\()|(?<![_\p{L}])_(?:${BODY})_(?![_\p{L}])`;

/** Splits a line; every second part is a stage direction. */
export function partsByStage(line: string): string[] {
  return line.split(new RegExp(`(${SOURCE})`, 'giu'));
}

/** A stage direction at the start of a text, with the punctuation after it. */
export const STAGE_DIRECTION = new RegExp(String.raw`(?:${SOURCE})[.,;:!?…]*(?=\s|$)`, 'iuy');
