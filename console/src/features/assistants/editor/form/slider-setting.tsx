import type { ReactNode } from 'react';
import { Field } from '../../../../components/form/field.tsx';
import { Slider } from '../../../../components/form/slider.tsx';
import { useSetting } from './use-setting.ts';

const SHARE = [0, 1, 0.05] as const;

interface SliderSettingProps {
  path: string;
  label: string;
  hint?: ReactNode;
  /** Default: 0 to 1 in steps of 0.05. */
  range?: readonly [least: number, most: number, step: number];
  /** Labels of the two ends. */
  ends: readonly [low: string, high: string];
  /** Default: two decimals. */
  format?: (value: number) => string;
}

export function SliderSetting(props: SliderSettingProps) {
  const { path, label, hint, range = SHARE, ends, format = hundredths } = props;
  const { value, set, error } = useSetting(path);
  const [min, max, step] = range;
  const shown = typeof value === 'number' ? value : Number(value) || min;
  return (
    <Field label={label} hint={hint} error={error} aside={format(shown)}>
      {(control) => (
        <div>
          <Slider
            {...control}
            label={label}
            value={shown}
            min={min}
            max={max}
            step={step}
            onChange={(next) => set(Number(next.toFixed(2)))}
          />
          <div className="flex justify-between text-ink-soft text-xs" aria-hidden>
            <span>{ends[0]}</span>
            <span>{ends[1]}</span>
          </div>
        </div>
      )}
    </Field>
  );
}

function hundredths(value: number): string {
  return value.toFixed(2);
}
