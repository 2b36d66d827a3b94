import { useQuery } from '@tanstack/react-query';
import { type LanguageModel, modelsQuery, type Voice, voicesQuery } from '../../../../data/catalog.ts';
import { useValues } from '../form/use-values.ts';

interface Voices {
  /** Voices that support the mode, language and realtime model. */
  fitting: readonly Voice[];
  chosen: Voice | null;
  /** The realtime model that does not support the chosen voice; null when there is no conflict. */
  refusedBy: LanguageModel | null;
}

/** The voices available to the assistant, and whether the chosen one is supported. */
export function useVoices(): Voices {
  const { mode, language_id, multimodal_model_id, voice_id } = useValues([
    ...(['mode', 'language_id', 'multimodal_model_id', 'voice_id'] as const),
  ]);
  const isSpeaking = { enabled: mode === 'multimodal' };
  const { data: fitting } = useQuery(voicesQuery(mode, language_id, multimodal_model_id));
  const { data: ofAllModels } = useQuery({ ...voicesQuery(mode, language_id), ...isSpeaking });
  const { data: models } = useQuery({ ...modelsQuery('multimodal'), ...isSpeaking });
  const own = fitting?.find(({ id }) => id === voice_id);
  const foreign = own === undefined ? ofAllModels?.find(({ id }) => id === voice_id) : undefined;
  const model = models?.find(({ id }) => id === multimodal_model_id);
  const isRefused = fitting !== undefined && foreign !== undefined && mode === 'multimodal';
  return {
    fitting: fitting ?? [],
    chosen: own ?? foreign ?? null,
    refusedBy: (isRefused && model) || null,
  };
}
