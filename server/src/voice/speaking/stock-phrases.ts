import { askAfterFailure } from '../../core/broken-answer.ts';
import { STOCK_PHRASE_TEXTS, type StockPhrases } from './stock-phrase-texts.ts';

/** @param language ISO 639-1; falls back to English */
export function stockPhrases(language: string): StockPhrases {
  const phrase = (name: keyof typeof STOCK_PHRASE_TEXTS): string => {
    const texts = STOCK_PHRASE_TEXTS[name];
    return texts[language] ?? texts['en'] ?? '';
  };
  return {
    oneMoment: phrase('oneMoment'),
    notUnderstood: phrase('notUnderstood'),
    connecting: phrase('connecting'),
    answerFailed: askAfterFailure(language),
    failure: phrase('failure'),
    goodbye: phrase('goodbye'),
    timeIsOver: phrase('timeIsOver'),
    notReached: phrase('notReached'),
    lineBusy: phrase('lineBusy'),
  };
}
