import { FieldGroup } from '../../../../components/form/field.tsx';
import type { AssistantValues } from '../form/assistant-values.ts';
import { LinesSetting } from '../form/lines-setting.tsx';
import { missingReason } from '../form/mode-rules.ts';
import { SwitchSetting } from '../form/switch-setting.tsx';
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
      {fillers &&
        KINDS.map(({ kind, label }) => (
          <LinesSetting key={kind} path={`filler_config.${kind}`} label={label} hint="One phrase a line." />
        ))}
    </FieldGroup>
  );
}
