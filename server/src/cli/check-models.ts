import type { LanguageModel } from '../providers/interfaces/language-model.ts';
import type { Finding } from './finding.ts';
import { providerFailure } from './provider-failure.ts';

const TIMEOUT_MS = 15_000;

/** Asks each model for one word; the advice follows from how it failed. */
export function checkModels(models: readonly LanguageModel[]): Promise<Finding[]> {
  return Promise.all(models.map(checkModel));
}

async function checkModel(model: LanguageModel): Promise<Finding> {
  const messages = [{ role: 'user' as const, content: 'Say yes.' }];
  try {
    for await (const event of model.stream(
      { messages, tools: [], maxOutputTokens: 16 },
      AbortSignal.timeout(TIMEOUT_MS),
    )) {
      if (event.type === 'finish') break;
    }
    return { isFine: true, text: `Model: ${model.id} answers` };
  } catch (error) {
    return {
      isFine: false,
      text: `Model: ${model.id} does not answer ${providerFailure(error)}`,
    };
  }
}
