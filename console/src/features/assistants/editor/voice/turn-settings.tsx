import { FieldGroup } from '../../../../components/form/field.tsx';
import { formatTenths } from '../../../../lib/format/format.ts';
import { t } from '../../../../lib/i18n/t.ts';
import type { AssistantValues } from '../form/assistant-values.ts';
import { ChoiceSetting } from '../form/choice-setting.tsx';
import { missingReason } from '../form/mode-rules.ts';
import { NumberSetting } from '../form/number-setting.tsx';
import { SliderSetting } from '../form/slider-setting.tsx';
import { SwitchSetting } from '../form/switch-setting.tsx';
import { useValues } from '../form/use-values.ts';

const seconds = (value: number): string => t('{seconds} s', { seconds: formatTenths(value) });

const ENDINGS = [
  { value: 'vad', label: t('Silence'), hint: t('After the pause below.') },
  {
    value: 'ai',
    label: t('AI'),
    hint: t('Detects finished sentences by words and intonation.'),
  },
];

const PROTECTIONS = [
  { value: 'greeting', label: t('Ignore a “hello?”'), hint: t('Other speech interrupts it.') },
  { value: 'always', label: t('Never interrupt'), hint: t('Answers the customer afterwards.') },
  { value: 'off', label: t('Allow any interruption') },
];

export function TurnSettings({ mode }: { mode: AssistantValues['mode'] }) {
  const { allow_interruptions, endpoint_type } = useValues(['allow_interruptions', 'endpoint_type']);
  return (
    <>
      <FieldGroup title={t('Turn detection')}>
        <ChoiceSetting path="endpoint_type" label={t('Endpointing')} options={ENDINGS} />
        <SliderSetting
          path="endpoint_sensitivity"
          label={t('Pause before answering')}
          hint={
            endpoint_type === 'ai'
              ? t('After a finished sentence, a quarter of it is enough.')
              : t('Silence after the last word.')
          }
          range={[0, 5, 0.1]}
          ends={['fast', 'patient']}
          format={seconds}
        />
        {mode !== 'pipeline' && (
          <NumberSetting
            path="turn_detection_threshold"
            label={t('Speech detection threshold')}
            unit={t('from 0 to 1')}
            placeholder={t('automatic')}
            hint={
              endpoint_type === 'ai'
                ? t('Ignored by OpenAI models with AI endpointing.')
                : t('Raise it for noisy calls.')
            }
          />
        )}
        <SwitchSetting
          path="wait_for_customer"
          label={t('Customer speaks first')}
          hint={t('The first message waits for the customer.')}
        />
      </FieldGroup>
      <FieldGroup title={t('Interruptions')}>
        <SwitchSetting
          path="allow_interruptions"
          label={t('Allow interruptions')}
          hint={t('If off, the assistant finishes its sentence.')}
          reason={missingReason(mode, 'allow_interruptions')}
        />
        {allow_interruptions && (
          <>
            <SliderSetting
              path="interrupt_sensitivity"
              label={t('Minimum speech to interrupt')}
              hint={t('Higher values ignore noise and “hm”.')}
              range={[0, 5, 0.1]}
              ends={['short', 'long']}
              format={seconds}
            />
            <NumberSetting
              path="min_interrupt_words"
              label={t('Minimum words to interrupt')}
              unit={t('words, 0 to 10')}
              placeholder={t('any')}
              hint={t('With 2, a single “yes” doesn’t interrupt.')}
            />
            <ChoiceSetting
              path="protect_first_message"
              label={t('Speech during the first message')}
              options={PROTECTIONS}
            />
          </>
        )}
      </FieldGroup>
    </>
  );
}
