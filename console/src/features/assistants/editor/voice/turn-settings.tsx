import { FieldGroup } from '../../../../components/form/field.tsx';
import type { AssistantValues } from '../form/assistant-values.ts';
import { ChoiceSetting } from '../form/choice-setting.tsx';
import { missingReason } from '../form/mode-rules.ts';
import { NumberSetting } from '../form/number-setting.tsx';
import { SliderSetting } from '../form/slider-setting.tsx';
import { SwitchSetting } from '../form/switch-setting.tsx';
import { useValues } from '../form/use-values.ts';

const seconds = (value: number): string => `${value.toFixed(1)} s`;

const ENDINGS = [
  { value: 'vad', label: 'Silence', hint: 'After the pause below, whatever was said.' },
  {
    value: 'ai',
    label: 'Judgement',
    hint: 'Words and tune decide whether the sentence is finished: quick after “yes”, patient after “and then…”.',
  },
];

export function TurnSettings({ mode }: { mode: AssistantValues['mode'] }) {
  const { allow_interruptions, endpoint_type } = useValues(['allow_interruptions', 'endpoint_type']);
  return (
    <>
      <FieldGroup title="When it answers" text="Too early cuts people off; too late feels slow.">
        <ChoiceSetting path="endpoint_type" label="The customer’s turn ends by" options={ENDINGS} />
        <SliderSetting
          path="endpoint_sensitivity"
          label="Pause before it answers"
          hint={
            endpoint_type === 'ai'
              ? 'Silence after the last word where the judgement cannot tell. A finished sentence is answered after a quarter of it.'
              : 'Silence after the last word. Half a second is lively; one second lets people think.'
          }
          range={[0, 5, 0.1]}
          ends={['at once', 'patient']}
          format={seconds}
        />
        {mode !== 'pipeline' && (
          <NumberSetting
            path="turn_detection_threshold"
            label="How clear speech must be"
            unit="from 0 to 1"
            placeholder="automatic"
            hint={
              endpoint_type === 'ai'
                ? 'For the realtime model’s own hearing. OpenAI’s models take none with “Judgement”.'
                : 'For the realtime model’s own hearing. Higher where the line is noisy.'
            }
          />
        )}
        <SwitchSetting
          path="wait_for_customer"
          label="Let the customer speak first"
          hint="It says its first message when somebody has said something, such as “Hello?”."
        />
      </FieldGroup>
      <FieldGroup title="Interruptions" text="What happens when somebody speaks while it does.">
        <SwitchSetting
          path="allow_interruptions"
          label="People can interrupt it"
          hint="It falls silent as soon as somebody really speaks. Without it, it finishes its sentence."
          reason={missingReason(mode, 'allow_interruptions')}
        />
        {allow_interruptions && (
          <>
            <SliderSetting
              path="interrupt_sensitivity"
              label="Speech before it stops"
              hint="Short stops for every “hm”; long goes on through noises."
              range={[0, 5, 0.1]}
              ends={['at the first sound', 'only for long speech']}
              format={seconds}
            />
            <NumberSetting
              path="min_interrupt_words"
              label="Words before it stops"
              unit="words, 0 to 10"
              placeholder="any"
              hint="With 2, a lone “yes” does not stop it."
            />
          </>
        )}
      </FieldGroup>
    </>
  );
}
