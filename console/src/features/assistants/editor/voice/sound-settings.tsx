import { useQuery } from '@tanstack/react-query';
import { FieldGroup } from '../../../../components/form/field.tsx';
import { namedOptions } from '../../../../components/form/options.ts';
import { speechProvidersQuery } from '../../../../data/catalog.ts';
import { t } from '../../../../lib/i18n/t.ts';
import type { AssistantValues } from '../form/assistant-values.ts';
import { ChoiceSetting } from '../form/choice-setting.tsx';
import { missingReason } from '../form/mode-rules.ts';
import { SliderSetting } from '../form/slider-setting.tsx';
import { SwitchSetting } from '../form/switch-setting.tsx';
import { useValues } from '../form/use-values.ts';
import { useVoices } from '../prompt/use-voices.ts';

export function SoundSettings({ mode }: { mode: AssistantValues['mode'] }) {
  const { language_id, synthesizer_provider_id } = useValues(['language_id', 'synthesizer_provider_id']);
  const synthesizers = useQuery(speechProvidersQuery('synthesizer', language_id)).data ?? [];
  const transcribers = useQuery(speechProvidersQuery('transcriber', language_id)).data ?? [];
  const { chosen: voice } = useVoices();
  const speakerId = synthesizer_provider_id ?? voice?.synthesizer_provider_id;
  const fallback = synthesizers.find(({ id }) => id === speakerId)?.fallback;
  const cannotSpeak = missingReason(mode, 'synthesizer_provider_id');
  const cannotHear = missingReason(mode, 'transcriber_provider_id');
  return (
    <FieldGroup title={t('Voice')} text={t('Providers ignore what they don’t support.')}>
      <SliderSetting
        path="speech_speed"
        label={t('Speed')}
        range={[0.7, 1.2, 0.05]}
        ends={['slow', 'fast']}
        format={(value) => `${value.toFixed(2)} ×`}
      />
      <SliderSetting
        path="voice_stability"
        label={t('Stability')}
        hint={t('Low values vary more; high values are consistent.')}
        ends={['variable', 'stable']}
      />
      <SliderSetting
        path="voice_similarity"
        label={t('Similarity')}
        hint={t('For cloned voices. High values also copy noise in the recording.')}
        ends={['low', 'high']}
      />
      <SwitchSetting
        path="tts_emotion_enabled"
        label={t('Emotion')}
        hint={t('Lets the tone follow the words.')}
      />
      <ChoiceSetting
        path="synthesizer_provider_id"
        label={t('Text-to-speech provider')}
        options={namedOptions(synthesizers)}
        isId
        emptyLabel={t('Automatic')}
        isDisabled={cannotSpeak !== null}
        hint={
          cannotSpeak ?? (fallback == null ? null : t('If it fails, {fallback} takes over.', { fallback }))
        }
      />
      <ChoiceSetting
        path="transcriber_provider_id"
        label={t('Speech-to-text provider')}
        options={namedOptions(transcribers)}
        isId
        emptyLabel={t('Automatic')}
        isDisabled={cannotHear !== null}
        hint={cannotHear}
      />
    </FieldGroup>
  );
}
