import { Field } from '../../../../components/form/field.tsx';
import { Input } from '../../../../components/form/input.tsx';
import { t } from '../../../../lib/i18n/t.ts';
import { useSetting } from '../form/use-setting.ts';

/** `#rrggbb` */
const COLOR = /^#[0-9a-f]{6}$/i;

export function ColorSetting() {
  const { value, set, onBlur, ref, error } = useSetting('widget_settings.color');
  const text = typeof value === 'string' ? value : '';
  return (
    <Field label={t('Color')} error={error}>
      {(control) => (
        <div className="flex gap-2">
          <input
            type="color"
            aria-label={t('Pick a color')}
            value={COLOR.test(text) ? text.toLowerCase() : '#000000'}
            onChange={(event) => set(event.target.value)}
            className="h-9 w-12 cursor-pointer rounded-lg border border-line-strong bg-surface p-1"
          />
          <Input
            {...control}
            ref={ref}
            onBlur={onBlur}
            value={text}
            onChange={(event) => set(event.target.value)}
            className="max-w-32 font-mono"
          />
        </div>
      )}
    </Field>
  );
}
