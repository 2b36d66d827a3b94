import { Field, FieldGroup } from '../../../../components/form/field.tsx';
import { TextArea } from '../../../../components/form/input.tsx';
import type { AssistantValues } from '../form/assistant-values.ts';
import { missingReason } from '../form/mode-rules.ts';
import { SwitchSetting } from '../form/switch-setting.tsx';
import { useSetting } from '../form/use-setting.ts';
import { useValues } from '../form/use-values.ts';

const KINDS = [
  { kind: 'positive', label: 'After good news' },
  { kind: 'negative', label: 'After bad news' },
  { kind: 'question', label: 'After a question' },
  { kind: 'neutral', label: 'After anything else' },
] as const;

export function FillerSettings({ mode }: { mode: AssistantValues['mode'] }) {
  const { fillers } = useValues(['fillers']);
  return (
    <FieldGroup title="Fillers" text="A word or two at once, while the answer is still being thought of.">
      <SwitchSetting
        path="fillers"
        label="Say something while it thinks"
        hint="“Let me check.” Makes slow models and tools feel quick."
        reason={missingReason(mode, 'fillers')}
      />
      {fillers && KINDS.map(({ kind, label }) => <PhrasesSetting key={kind} kind={kind} label={label} />)}
    </FieldGroup>
  );
}

/** Phrases, one a line; empty lines are left out when it is saved. */
function PhrasesSetting({ kind, label }: { kind: string; label: string }) {
  const { value, set, onBlur, innerError } = useSetting(`filler_config.${kind}`);
  const lines = Array.isArray(value) ? value.map(String) : [];
  return (
    <Field label={label} hint="One phrase a line." error={innerError}>
      {(control) => (
        <TextArea
          {...control}
          rows={3}
          value={lines.join('\n')}
          onChange={(event) => set(event.target.value === '' ? [] : event.target.value.split('\n'))}
          onBlur={() => {
            set(lines.filter((line) => line.trim() !== ''));
            onBlur();
          }}
        />
      )}
    </Field>
  );
}
