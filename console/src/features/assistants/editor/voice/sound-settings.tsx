import { useQuery } from '@tanstack/react-query';
import { FieldGroup } from '../../../../components/form/field.tsx';
import { namedOptions } from '../../../../components/form/options.ts';
import { speechProvidersQuery } from '../../../../data/catalogue.ts';
import type { AssistantValues } from '../form/assistant-values.ts';
import { ChoiceSetting } from '../form/choice-setting.tsx';
import { missingReason } from '../form/mode-rules.ts';
import { SliderSetting } from '../form/slider-setting.tsx';
import { SwitchSetting } from '../form/switch-setting.tsx';
import { useValues } from '../form/use-values.ts';

export function SoundSettings({ mode }: { mode: AssistantValues['mode'] }) {
  const { language_id } = useValues(['language_id']);
  const synthesizers = useQuery(speechProvidersQuery('synthesizer', language_id)).data ?? [];
  const transcribers = useQuery(speechProvidersQuery('transcriber', language_id)).data ?? [];
  const cannotSpeak = missingReason(mode, 'synthesizer_provider_id');
  const cannotHear = missingReason(mode, 'transcriber_provider_id');
  return (
    <FieldGroup title="How it sounds" text="What a voice cannot do, its provider leaves out.">
      <SliderSetting
        path="speech_speed"
        label="Speed"
        range={[0.7, 1.2, 0.05]}
        ends={['slow', 'quick']}
        format={(value) => `${value.toFixed(2)} ×`}
      />
      <SliderSetting
        path="voice_stability"
        label="Evenness"
        hint="Low sounds livelier and varies more; high sounds the same every time."
        ends={['lively', 'even']}
      />
      <SliderSetting
        path="voice_similarity"
        label="Closeness to the voice"
        hint="High stays close to the original recording, its noises included. For voices made from one, as ElevenLabs has them."
        ends={['loose', 'close']}
      />
      <SwitchSetting
        path="tts_emotion_enabled"
        label="Emotion"
        hint="The tone follows what is said: glad about good news, calm about bad."
      />
      <ChoiceSetting
        path="synthesizer_provider_id"
        label="Who speaks"
        options={namedOptions(synthesizers)}
        isId
        emptyLabel="Chosen by voice and language"
        isDisabled={cannotSpeak !== null}
        hint={cannotSpeak ?? 'A voice is spoken by its own provider.'}
      />
      <ChoiceSetting
        path="transcriber_provider_id"
        label="Who understands"
        options={namedOptions(transcribers)}
        isId
        emptyLabel="Chosen by language"
        isDisabled={cannotHear !== null}
        hint={cannotHear ?? 'Turns speech into text, in the languages that it knows.'}
      />
    </FieldGroup>
  );
}
