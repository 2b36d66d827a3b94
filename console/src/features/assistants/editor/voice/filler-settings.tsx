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
  { kind: 'neutral', label: 'Otherwise' },
] as const;

export function FillerSettings({ mode }: { mode: AssistantValues['mode'] }) {
  const { fillers } = useValues(['fillers']);
  return (
    <FieldGroup title="Fillers">
      <SwitchSetting
        path="fillers"
        label="Filler phrases"
        hint="Says “Let me check” while the answer is prepared."
        reason={missingReason(mode, 'fillers')}
      />
      {fillers &&
        KINDS.map(({ kind, label }) => (
          <LinesSetting key={kind} path={`filler_config.${kind}`} label={label} hint="One per line." />
        ))}
    </FieldGroup>
  );
}
