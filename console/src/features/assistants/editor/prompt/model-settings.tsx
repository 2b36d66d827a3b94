import { useQuery } from '@tanstack/react-query';
import { FieldGroup } from '../../../../components/form/field.tsx';
import { modelsQuery } from '../../../../data/catalogue.ts';
import { ChoiceSetting } from '../form/choice-setting.tsx';
import { SliderSetting } from '../form/slider-setting.tsx';
import { useValues } from '../form/use-values.ts';

/** What thinks. Which models there are to choose from depends on the mode. */
export function ModelSettings() {
  const { mode } = useValues(['mode']);
  const { data: models = [] } = useQuery(modelsQuery(mode === 'pipeline' ? 'llm' : mode));
  const { data: chatModels = [] } = useQuery(modelsQuery('llm'));
  return (
    <FieldGroup title="Model" text="What understands and decides what to say.">
      {mode === 'pipeline' ? (
        <ChoiceSetting path="llm_model_id" label="Language model" options={optionsOf(models)} isId />
      ) : (
        <>
          <ChoiceSetting path="multimodal_model_id" label="Realtime model" options={optionsOf(models)} isId />
          <ChoiceSetting
            path="chat_llm_fallback_id"
            label="Model for chats and evaluations"
            hint="A realtime model holds calls; this one writes where nobody speaks."
            options={optionsOf(chatModels)}
            isId
            emptyLabel="Chosen by itself"
          />
        </>
      )}
      <SliderSetting
        path="llm_temperature"
        label="Freedom"
        hint="How far it may stray from the most likely words. Low for facts, higher for small talk."
        range={[0, 1, 0.05]}
        ends={['always the same', 'free']}
        format={(value) => value.toFixed(2)}
      />
    </FieldGroup>
  );
}

function optionsOf(models: readonly { id: number; name: string }[]) {
  return models.map(({ id, name }) => ({ value: String(id), label: name }));
}
