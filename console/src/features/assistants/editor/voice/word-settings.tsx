import { useQuery } from '@tanstack/react-query';
import { FieldGroup } from '../../../../components/form/field.tsx';
import { PronunciationFields } from '../../../../components/form/pronunciation-fields.tsx';
import { modelsQuery, speechProvidersQuery } from '../../../../data/catalog.ts';
import { t } from '../../../../lib/i18n/t.ts';
import type { AssistantValues } from '../form/assistant-values.ts';
import { LinesSetting } from '../form/lines-setting.tsx';
import { SwitchSetting } from '../form/switch-setting.tsx';
import { useValues } from '../form/use-values.ts';

/** How words are said and recognized. */
export function WordSettings({ mode }: { mode: AssistantValues['mode'] }) {
  const { pronunciations } = useValues(['pronunciations']);
  const { takesIpa, takesKeywords } = useAbilities(mode);
  const hasIpa = pronunciations.some(({ alphabet }) => alphabet === 'ipa');
  return (
    <FieldGroup title={t('Words')}>
      <SwitchSetting
        path="speech_normalization"
        label={t('Text normalization')}
        hint={
          mode === 'multimodal'
            ? t('Has no effect in this mode because the model speaks.')
            : t('Rewrites numbers, dates and codes as words for the voice.')
        }
      />
      <LinesSetting
        path="transcriber_keywords"
        label={t('Keywords')}
        hint={
          takesKeywords
            ? t('Names and terms that customers are likely to say, one per line.')
            : t('The selected speech recognition ignores keywords.')
        }
      />
      <fieldset className="grid gap-3">
        <legend className="mb-1.5 font-medium text-sm">{t('Pronunciations')}</legend>
        <p className="text-ink-soft text-sm">
          {hasIpa && !takesIpa
            ? t('The selected voice ignores IPA. Use a spelling instead.')
            : t('These take precedence over the entries in Settings.')}
        </p>
        <PronunciationFields />
      </fieldset>
    </FieldGroup>
  );
}

/** Abilities of the selected providers. The first provider in the list is the automatic choice. */
function useAbilities(mode: AssistantValues['mode']) {
  const chosen = useValues([
    'language_id',
    'synthesizer_provider_id',
    'transcriber_provider_id',
    'multimodal_model_id',
  ]);
  const synthesizers = useQuery(speechProvidersQuery('synthesizer', chosen.language_id)).data;
  const transcribers = useQuery(speechProvidersQuery('transcriber', chosen.language_id)).data;
  const models = useQuery({
    ...modelsQuery(mode === 'pipeline' ? 'llm' : mode),
    enabled: mode !== 'pipeline',
  }).data;
  const synthesizer = chosenOf(synthesizers, chosen.synthesizer_provider_id);
  const hearing =
    mode === 'pipeline'
      ? chosenOf(transcribers, chosen.transcriber_provider_id)
      : chosenOf(models, chosen.multimodal_model_id);
  return {
    takesIpa: mode === 'multimodal' || synthesizer?.takes_ipa !== false,
    takesKeywords: hearing?.takes_keywords !== false,
  };
}

function chosenOf<Item extends { id: number }>(
  items: readonly Item[] | undefined,
  id: number | null,
): Item | undefined {
  return items?.find((item) => item.id === id) ?? items?.[0];
}
