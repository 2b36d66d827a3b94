import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Assistant, type AssistantLatency, assistantLatencyQuery } from '../../../../data/assistants.ts';
import { useValues } from '../form/use-values.ts';
import { estimateLatency, type LatencyEstimate } from './estimate-latency.ts';

/** The settings that can change the server's estimate. */
const CHOICES = [
  ...(['mode', 'endpoint_type', 'language_id', 'voice_id', 'llm_model_id', 'multimodal_model_id'] as const),
  ...(['transcriber_provider_id', 'synthesizer_provider_id'] as const),
];

/** The estimated response time for the settings in the form, with its sources; null while it loads. */
export function useLatencyEstimate(
  assistant: Assistant,
): { estimate: LatencyEstimate; latency: AssistantLatency } | null {
  const choices = useValues(CHOICES);
  const { endpoint_sensitivity: pause } = useValues(['endpoint_sensitivity']);
  const query = assistantLatencyQuery(assistant.id, choices);
  const { data: latency } = useQuery({ ...query, placeholderData: keepPreviousData });
  return latency === undefined ? null : { estimate: estimateLatency(pause, latency), latency };
}
