import type { EndpointDecision, EndpointFacts } from './endpointing.ts';

/** `endpoint_type: vad`: the turn ends after `endpointSilenceMs` of silence. */
export function endpointBySilence(facts: EndpointFacts, endpointSilenceMs: number): EndpointDecision {
  return facts.silenceMs > 0 && facts.silenceMs >= endpointSilenceMs ? 'end' : 'wait';
}
