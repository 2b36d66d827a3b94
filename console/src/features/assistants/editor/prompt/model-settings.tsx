import { useQuery } from '@tanstack/react-query';
import { FieldGroup } from '../../../../components/form/field.tsx';
import { namedOptions } from '../../../../components/form/options.ts';
import { modelsQuery } from '../../../../data/catalogue.ts';
import { ChoiceSetting } from '../form/choice-setting.tsx';
import { SliderSetting } from '../form/slider-setting.tsx';
import { useValues } from '../form/use-values.ts';
import { ForeignVoice } from './foreign-voice.tsx';

/** What thinks. Which models there are to choose from depends on the mode. */
export function ModelSettings() {
  const { mode } = useValues(['mode']);
  const { data: models = [] } = useQuery(modelsQuery(mode === 'pipeline' ? 'llm' : mode));
  const { data: chatModels = [] } = useQuery(modelsQuery('llm'));
  return (
    <FieldGroup title="Model" text="What understands and decides what to say.">
      {mode === 'pipeline' ? (
        <ChoiceSetting path="llm_model_id" label="Language model" options={namedOptions(models)} isId />
      ) : (
        <>
          <ChoiceSetting
            path="multimodal_model_id"
            label="Realtime model"
            options={namedOptions(models)}
            isId
          />
          <ForeignVoice />
          <ChoiceSetting
            path="chat_llm_fallback_id"
            label="Model for chats and evaluations"
            hint="A realtime model holds calls; this one writes where nobody speaks."
            options={namedOptions(chatModels)}
            isId
            emptyLabel="Chosen by itself"
          />
        </>
      )}
      <SliderSetting
        path="llm_temperature"
        label="Freedom"
        hint={
          mode === 'pipeline'
            ? 'How far it may stray from the most likely words. Low for facts, higher for small talk.'
            : 'How far it may stray from the most likely words. Google’s realtime models and chats take it; OpenAI’s realtime models decide by themselves.'
        }
        ends={['always the same', 'free']}
      />
    </FieldGroup>
  );
}
