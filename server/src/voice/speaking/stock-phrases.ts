import { STOCK_PHRASE_TEXTS, type StockPhrases } from './stock-phrase-texts.ts';

/** @param language ISO 639-1; falls back to English */
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
    lineBusy: phrase('lineBusy'),
  };
}
