import { FieldGroup } from '../../../../components/form/field.tsx';
import { t } from '../../../../lib/i18n/t.ts';
import type { AssistantValues } from '../form/assistant-values.ts';
import { LinesSetting } from '../form/lines-setting.tsx';
import { missingReason } from '../form/mode-rules.ts';
import { SwitchSetting } from '../form/switch-setting.tsx';
import { useValues } from '../form/use-values.ts';

const KINDS = [
  { kind: 'positive', label: t('After good news') },
  { kind: 'negative', label: t('After bad news') },
  { kind: 'question', label: t('After a question') },
  { kind: 'neutral', label: t('Otherwise') },
] as const;

export function FillerSettings({ mode }: { mode: AssistantValues['mode'] }) {
  const { fillers } = useValues(['fillers']);
  return (
    <FieldGroup title={t('Fillers')}>
      <SwitchSetting
        path="fillers"
        label={t('Filler phrases')}
        hint={t('Says “Let me check” while the answer is prepared.')}
        reason={missingReason(mode, 'fillers')}
      />
      {fillers &&
        KINDS.map(({ kind, label }) => (
          <LinesSetting key={kind} path={`filler_config.${kind}`} label={label} hint={t('One per line.')} />
        ))}
    </FieldGroup>
  );
}
