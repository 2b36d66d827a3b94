import type { LanguageModel, ModelEvent, ModelRequest } from '../interfaces/language-model.ts';
import { ProviderError } from '../interfaces/provider-error.ts';

/** A refusal that is about the form of the answer. */
const ABOUT_FORM = /response.?format|json.?schema|structured/i;

/**
 * Many endpoints of this API refuse every request that has a schema for the answer (DeepSeek's, for example). Who wants
 * JSON says so in words too, so such a request is made again without its schema.
 */
export function withSchemaWhereTaken(model: LanguageModel): LanguageModel {
  let takesSchemas = true;
  return {
    id: model.id,
    async *stream(request, signal) {
      if (request.responseSchema === undefined || !takesSchemas) {
        yield* model.stream(withoutSchema(request), signal);
        return;
      }
      const refusal = yield* untilRefused(model.stream(request, signal));
      if (refusal === null) return;
      for await (const event of model.stream(withoutSchema(request), signal)) {
        takesSchemas = false;
        yield event;
      }
    },
  };
}

/** The refusal of the whole request; null: it was answered. */
async function* untilRefused(
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

/** The vendor's own words are the cause. */
function isAboutForm({ code, cause }: ProviderError): boolean {
  return code === 'rejected' && cause instanceof Error && ABOUT_FORM.test(cause.message);
}

function withoutSchema({ responseSchema: _, ...request }: ModelRequest): ModelRequest {
  return request;
}
