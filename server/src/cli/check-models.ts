import type { LanguageModel } from '../providers/spec/language-model.ts';
import { ProviderError } from '../providers/spec/provider-error.ts';
import type { Finding } from './finding.ts';

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
      text: `Model: ${model.id} does not answer (${describe(error)}). ${adviceFor(error)}`,
    };
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function adviceFor(error: unknown): string {
  if (!(error instanceof ProviderError)) return 'Please report this.';
  switch (error.code) {
    case 'rejected':
      return 'Check the key, the base URL and the name of the model.';
    case 'rate-limited':
      return 'Wait, or raise the limit or the credit at the vendor.';
    case 'timeout':
    case 'unavailable':
    case 'aborted':
      return 'Check that the endpoint runs and can be reached from here.';
    case 'malformed':
      return 'Check that the base URL is the root of an API of this kind (it usually ends with /v1).';
  }
}
