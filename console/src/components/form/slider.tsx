import * as Radix from '@radix-ui/react-slider';
import type { FieldControl } from './field.tsx';

interface SliderProps extends Partial<FieldControl> {
  value: number;
  min: number;
  max: number;
  step: number;
  onChange: (value: number) => void;
  /** Accessible name. */
  label: string;
}

export function Slider({ value, min, max, step, onChange, label, ...control }: SliderProps) {
  return (
    <Radix.Root
      value={[value]}
      min={min}
      max={max}
      step={step}
      onValueChange={([first]) => first !== undefined && onChange(first)}
      className="relative flex h-9 w-full touch-none select-none items-center"
    >
      <Radix.Track className="relative h-1.5 grow rounded-full bg-line-strong/50">
        <Radix.Range className="absolute h-full rounded-full bg-accent" />
      </Radix.Track>
      <Radix.Thumb
        {...control}
        aria-label={label}
        className="block size-5 rounded-full border-2 border-accent bg-surface shadow-sm"
      />
    </Radix.Root>
  );
}
