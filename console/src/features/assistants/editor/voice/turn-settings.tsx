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
  { value: 'vad', label: 'Silence', hint: 'After the pause below.' },
  {
    value: 'ai',
    label: 'AI',
    hint: 'Detects finished sentences by words and intonation.',
  },
];

const PROTECTIONS = [
  { value: 'greeting', label: 'Ignore a “hello?”', hint: 'Other speech interrupts it.' },
  { value: 'always', label: 'Never interrupt', hint: 'Answers the customer afterwards.' },
  { value: 'off', label: 'Allow any interruption' },
];

export function TurnSettings({ mode }: { mode: AssistantValues['mode'] }) {
  const { allow_interruptions, endpoint_type } = useValues(['allow_interruptions', 'endpoint_type']);
  return (
    <>
      <FieldGroup title="Turn detection">
        <ChoiceSetting path="endpoint_type" label="Endpointing" options={ENDINGS} />
        <SliderSetting
          path="endpoint_sensitivity"
          label="Pause before answering"
          hint={
            endpoint_type === 'ai'
              ? 'After a finished sentence, a quarter of it is enough.'
              : 'Silence after the last word.'
          }
          range={[0, 5, 0.1]}
          ends={['fast', 'patient']}
          format={seconds}
        />
        {mode !== 'pipeline' && (
          <NumberSetting
            path="turn_detection_threshold"
            label="Speech detection threshold"
            unit="from 0 to 1"
            placeholder="automatic"
            hint={
              endpoint_type === 'ai'
                ? 'Ignored by OpenAI models with AI endpointing.'
                : 'Raise it for noisy calls.'
            }
          />
        )}
        <SwitchSetting
          path="wait_for_customer"
          label="Customer speaks first"
          hint="The first message waits for the customer."
        />
      </FieldGroup>
      <FieldGroup title="Interruptions">
        <SwitchSetting
          path="allow_interruptions"
          label="Allow interruptions"
          hint="If off, the assistant finishes its sentence."
          reason={missingReason(mode, 'allow_interruptions')}
        />
        {allow_interruptions && (
          <>
            <SliderSetting
              path="interrupt_sensitivity"
              label="Minimum speech to interrupt"
              hint="Higher values ignore noise and “hm”."
              range={[0, 5, 0.1]}
              ends={['short', 'long']}
              format={seconds}
            />
            <NumberSetting
              path="min_interrupt_words"
              label="Minimum words to interrupt"
              unit="words, 0 to 10"
              placeholder="any"
              hint="With 2, a single “yes” doesn’t interrupt."
            />
            <ChoiceSetting
              path="protect_first_message"
              label="Speech during the first message"
              options={PROTECTIONS}
            />
          </>
        )}
      </FieldGroup>
    </>
  );
}
