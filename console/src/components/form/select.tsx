import { Check, ChevronDown } from 'lucide-react';
import { Select as Radix } from 'radix-ui';
import { classNames } from '../../lib/class-names.ts';
import { cspNonce } from '../../lib/csp-nonce.ts';
import type { FieldControl } from './field.tsx';

export interface Option {
  value: string;
  label: string;
  /** A second line, smaller. */
  hint?: string;
  isDisabled?: boolean;
}

interface SelectProps extends Partial<FieldControl> {
  value: string | null;
  options: readonly Option[];
  onChange: (value: string | null) => void;
  placeholder?: string;
  /** Offers to choose nothing, in these words. */
  emptyLabel?: string;
  isDisabled?: boolean;
  /** Where no `Field` labels it. */
  label?: string;
  className?: string;
}

/** Radix keeps the empty string for itself. */
const NOTHING = ' nothing';

export function Select(props: SelectProps) {
  const {
    value,
    options,
    onChange,
    placeholder = 'Choose…',
    emptyLabel,
    isDisabled,
    label,
    className,
  } = props;
  const { id, 'aria-describedby': describedBy, 'aria-invalid': invalid } = props;
  return (
    <Radix.Root
      value={value ?? (emptyLabel === undefined ? '' : NOTHING)}
      onValueChange={(chosen) => onChange(chosen === NOTHING ? null : chosen)}
      disabled={isDisabled === true}
    >
      <Radix.Trigger
        id={id}
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={invalid}
        className={classNames(
          'flex h-9 w-full items-center justify-between gap-2 rounded-lg border border-line-strong bg-surface px-3 text-left',
          'disabled:bg-sunken disabled:text-ink-soft aria-invalid:border-bad data-placeholder:text-ink-soft',
          '[&>span:first-child]:truncate',
          className,
        )}
      >
        <Radix.Value placeholder={placeholder} />
        <ChevronDown className="size-4 shrink-0 text-ink-soft" aria-hidden />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={4}
          className="z-50 max-h-80 min-w-(--radix-select-trigger-width) overflow-hidden rounded-lg border border-line bg-raised shadow-raised"
        >
          <Radix.Viewport className="p-1" nonce={cspNonce}>
            {emptyLabel !== undefined && <Item option={{ value: NOTHING, label: emptyLabel }} />}
            {options.map((option) => (
              <Item key={option.value} option={option} />
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Item({ option }: { option: Option }) {
  return (
    <Radix.Item
      value={option.value}
      disabled={option.isDisabled === true}
      className="relative flex cursor-default items-center gap-2 rounded-md py-1.5 pr-8 pl-2.5 outline-none data-disabled:opacity-50 data-highlighted:bg-accent-soft"
    >
      <span className="min-w-0">
        <Radix.ItemText>{option.label}</Radix.ItemText>
        {option.hint !== undefined && <span className="block text-ink-soft text-xs">{option.hint}</span>}
      </span>
      <Radix.ItemIndicator className="absolute right-2.5">
        <Check className="size-4 text-accent" aria-hidden />
      </Radix.ItemIndicator>
    </Radix.Item>
  );
}
