import { STOCK_PHRASE_TEXTS } from './stock-phrase-texts.ts';

/** What the loop itself says, where the assistant's model has no say. */
export interface StockPhrases {
  /** While a tool takes its time. */
  oneMoment: string;
  /** When something of ours failed and the call goes on. */
  apology: string;
  /** When it failed again. */
  failure: string;
  goodbye: string;
  /** When the call has reached its longest duration. */
  timeIsOver: string;
  /** When the person to be connected did not answer. */
  notReached: string;
}

/** @param language ISO 639-1; English where there are no phrases in it */
export function stockPhrases(language: string): StockPhrases {
  const phrase = (name: keyof StockPhrases): string => {
    const texts = STOCK_PHRASE_TEXTS[name];
    return texts[language] ?? texts['en'] ?? '';
  };
  return {
    oneMoment: phrase('oneMoment'),
    apology: phrase('apology'),
    failure: phrase('failure'),
    goodbye: phrase('goodbye'),
    timeIsOver: phrase('timeIsOver'),
    notReached: phrase('notReached'),
  };
}
