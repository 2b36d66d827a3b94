import { useQuery } from '@tanstack/react-query';
import { type Assistant, type AssistantLatency, assistantLatencyQuery } from '../../../../data/assistants.ts';
import { useValues } from '../form/use-values.ts';
import { estimateLatency, type LatencyEstimate } from './estimate-latency.ts';

/** How long an answer in a call takes with what is set in the form. */
export function useLatencyEstimate(assistant: Assistant): {
  estimate: LatencyEstimate;
  measured: AssistantLatency | null;
  /** The form has another mode than what was measured. */
  isOtherMode: boolean;
} {
  const { data: measured = null } = useQuery(assistantLatencyQuery(assistant.id));
  const settings = useValues(['mode', 'endpoint_type', 'endpoint_sensitivity']);
  const isOtherMode = settings.mode !== assistant.mode;
  return { estimate: estimateLatency(settings, isOtherMode ? null : measured), measured, isOtherMode };
}
