import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Assistant, type AssistantLatency, assistantLatencyQuery } from '../../../../data/assistants.ts';
import { useValues } from '../form/use-values.ts';
import { estimateLatency, type LatencyEstimate } from './estimate-latency.ts';

/** What the server is asked for: the choices that another figure may follow from. */
const CHOICES = [
  ...(['mode', 'endpoint_type', 'language_id', 'voice_id', 'llm_model_id', 'multimodal_model_id'] as const),
  ...(['transcriber_provider_id', 'synthesizer_provider_id'] as const),
];

/** How long an answer in a call takes with what is set in the form, and who gives it; null until it is known. */
export function useLatencyEstimate(
  assistant: Assistant,
): { estimate: LatencyEstimate; latency: AssistantLatency } | null {
  const choices = useValues(CHOICES);
  const { endpoint_sensitivity: pause } = useValues(['endpoint_sensitivity']);
  const query = assistantLatencyQuery(assistant.id, choices);
  const { data: latency } = useQuery({ ...query, placeholderData: keepPreviousData });
  return latency === undefined ? null : { estimate: estimateLatency(pause, latency), latency };
}
