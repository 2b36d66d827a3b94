import * as Radix from '@radix-ui/react-select';
import { Check, ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { cspNonce } from '../../lib/csp-nonce.ts';
import { t } from '../../lib/i18n/t.ts';
import { Combobox } from './combobox.tsx';
import type { Option, SelectProps } from './options.ts';
import { TRIGGER } from './trigger.ts';

/** Above this number a search helps, and rendering all options would take seconds. */
const MANY = 20;

/** Value of the option for no choice, because Radix reserves the empty string. */
const NOTHING = ' nothing';

/** A select; long lists get a search. */
export function Select(props: SelectProps) {
  return props.options.length < MANY ? <PlainSelect {...props} /> : <Combobox {...props} />;
}

function PlainSelect(props: SelectProps) {
  const {
    value,
    options,
    onChange,
    placeholder = t('Choose…'),
    emptyLabel,
    isDisabled = false,
    label,
    className,
  } = props;
  const { id, 'aria-describedby': describedBy, 'aria-invalid': invalid } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <Radix.Root
      open={isOpen}
      onOpenChange={(open) => setOpen(open && !isDisabled)}
      value={value ?? (emptyLabel === undefined ? '' : NOTHING)}
      onValueChange={(chosen) => isDisabled || onChange(chosen === NOTHING ? null : chosen)}
    >
      <Radix.Trigger
        id={id}
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={invalid}
        // Not `disabled`: a choice that leaves no options would lose the focus.
        aria-disabled={isDisabled || undefined}
        className={classNames(TRIGGER, className)}
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
