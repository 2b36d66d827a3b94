import type { z } from 'zod';
import type { assistantLatencyQuery, assistantLatencyResponse } from '#contract/calls.ts';
import { type Catalog, defaultModelId } from '../../../core/catalog.ts';
import type { Context } from '../../../core/context.ts';
import { notFound } from '../../../core/errors.ts';
import type { CallDependencies } from '../asking/dependencies.ts';
import { type AssistantRow, findAssistant } from '../assistant/assistant-row.ts';
import { assistantSetup, type ChosenProviders } from '../assistant/assistant-setup.ts';
import { estimateLatency } from './estimate-latency.ts';
import { measureLatency } from './measured-latency.ts';

type Chosen = z.output<typeof assistantLatencyQuery>;

/** Latency of an assistant's answers, measured or estimated for the chosen settings. Throws `not-found`. */
export async function readAssistantLatency(
  { database, catalog }: CallDependencies,
  { userId }: Context,
  { assistantId, chosen }: { assistantId: number; chosen: Chosen },
): Promise<z.output<typeof assistantLatencyResponse>['data']> {
  const assistant = await findAssistant(database, { userId, id: assistantId });
  if (assistant === null) throw notFound('Assistant');
  const setup = assistantSetup(catalog, withChosen(catalog, assistant, chosen));
  const { latency, parts: measured } = await measureLatency(database, { userId, assistantId, setup });
  const pauseMs = Math.round(assistant.endpoint_sensitivity * 1000);
  const { mode, model, transcriber, synthesizer } = setup;
  return {
    ...latency,
    parts: estimateLatency({ setup, pauseMs, measured }),
    mode,
    providers: { model, transcriber, synthesizer },
  };
}

/** Applies the chosen settings; null means none. A realtime mode without a model gets the default one, as on saving. */
function withChosen(catalog: Catalog, saved: AssistantRow, chosen: Chosen): ChosenProviders {
  const given = Object.entries(chosen).filter(([, value]) => value !== undefined);
  const parts: ChosenProviders = { ...saved, ...Object.fromEntries(given) };
  const { mode, multimodal_model_id: modelId } = parts;
  if (mode === 'pipeline' || modelId !== null) return parts;
  return { ...parts, multimodal_model_id: defaultModelId(catalog, mode) };
}
