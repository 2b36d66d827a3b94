import type { LanguageModel, ModelEvent, ModelRequest } from '../interfaces/language-model.ts';
import { ProviderError } from '../interfaces/provider-error.ts';

/** Errors about the response format. */
const ABOUT_FORM = /response.?format|json.?schema|structured/i;

/**
 * Many endpoints of this API reject requests with a response schema (DeepSeek's, for example). Our prompts also ask for
 * JSON in words, so the request is repeated without its schema.
 */
export function withSchemaFallback(model: LanguageModel): LanguageModel {
  let supportsSchemas = true;
  return {
    id: model.id,
    seesImages: model.seesImages ?? false,
    async *stream(request, signal) {
      if (request.responseSchema === undefined || !supportsSchemas) {
        yield* model.stream(withoutSchema(request), signal);
        return;
      }
      const refusal = yield* untilRejected(model.stream(request, signal));
      if (refusal === null) return;
      for await (const event of model.stream(withoutSchema(request), signal)) {
        supportsSchemas = false;
        yield event;
      }
    },
  };
}

/** Passes the answer on. @returns the error of a rejected request; null if it was answered */
async function* untilRejected(
  events: AsyncIterable<ModelEvent>,
): AsyncGenerator<ModelEvent, ProviderError | null> {
  let hasBegun = false;
  try {
    for await (const event of events) {
      hasBegun = true;
      yield event;
    }
    return null;
  } catch (error) {
    if (hasBegun || !(error instanceof ProviderError) || !isAboutForm(error)) throw error;
    return error;
  }
}

/** The vendor's message is in the cause. */
function isAboutForm({ code, cause }: ProviderError): boolean {
  return code === 'rejected' && cause instanceof Error && ABOUT_FORM.test(cause.message);
}

function withoutSchema({ responseSchema: _, ...request }: ModelRequest): ModelRequest {
  return request;
}
