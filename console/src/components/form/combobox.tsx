import * as Radix from '@radix-ui/react-popover';
import { Check, ChevronDown } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { t } from '../../lib/i18n/t.ts';
import { isComposing } from '../../lib/is-composing.ts';
import type { Option, SelectProps } from './options.ts';
import { optionsFound } from './options-found.ts';
import { TRIGGER } from './trigger.ts';

/** Value of the option for no choice; no other option has an empty value. */
const NOTHING = '';

/** A select with a search. */
export function Combobox(props: SelectProps) {
  const {
    value,
    options,
    onChange,
    placeholder = t('Choose…'),
    emptyLabel,
    isDisabled = false,
    label,
  } = props;
  const { id, 'aria-describedby': describedBy, 'aria-invalid': invalid } = props;
  const [isOpen, setOpen] = useState(false);
  const chosen = options.find((option) => option.value === value);
  const shown = chosen?.label ?? (value === null ? emptyLabel : undefined);
  const openByArrow = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    setOpen(!isDisabled);
  };
  return (
    <Radix.Root modal open={isOpen} onOpenChange={(open) => setOpen(open && !isDisabled)}>
      <Radix.Trigger
        id={id}
        role="combobox"
        aria-haspopup="listbox"
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={invalid}
        aria-disabled={isDisabled || undefined}
        onKeyDown={openByArrow}
        {...(shown === undefined && { 'data-placeholder': '' })}
        className={classNames(TRIGGER, props.className)}
      >
        <span>{shown ?? placeholder}</span>
        <ChevronDown className="size-4 shrink-0 text-ink-soft" aria-hidden />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align="start"
          sideOffset={4}
          aria-label={label ?? t('Choices')}
          className="z-50 w-(--radix-popover-trigger-width) min-w-56 overflow-hidden rounded-lg border border-line bg-raised shadow-raised"
        >
          <Choices
            options={emptyLabel === undefined ? options : [{ value: NOTHING, label: emptyLabel }, ...options]}
            chosen={value ?? NOTHING}
            onChoose={(choice) => {
              setOpen(false);
              onChange(choice === NOTHING ? null : choice);
            }}
          />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface ChoicesProps {
  options: readonly Option[];
  chosen: string;
  onChoose: (value: string) => void;
}

/** The search field and the matching options. The focus stays in the search field. */
function Choices({ options, chosen, onChoose }: ChoicesProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const { shown, more } = optionsFound(options, typed, chosen);
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      shown.findIndex(({ value }) => value === chosen),
    ),
  );
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls the active option into view.
  useEffect(() => {
    list.current?.querySelector('[data-current]')?.scrollIntoView({ block: 'nearest' });
  }, [at, typed]);
  const take = (option: Option | undefined): void => {
    if (option !== undefined && option.isDisabled !== true) onChoose(option.value);
  };
  const steer = (event: KeyboardEvent): void => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Enter') take(shown[at]);
    else if (event.key === 'ArrowDown') setAt(Math.min(at + 1, shown.length - 1));
    else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0));
    else return;
    event.preventDefault();
  };
  return (
    <>
      <input
        role="combobox"
        aria-label={t('Search')}
        aria-autocomplete="list"
        aria-expanded
        aria-controls={id}
        aria-activedescendant={shown[at] && `${id}-${at}`}
        autoComplete="off"
        spellCheck={false}
        placeholder={t('Search')}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setAt(0);
        }}
        // The search field is not part of the surrounding form.
        onInput={(event) => event.stopPropagation()}
        onKeyDown={steer}
        className="h-9 w-full border-line border-b bg-raised px-3 -outline-offset-2"
      />
      <div
        ref={list}
        id={id}
        role="listbox"
        aria-label={t('Choices')}
        className="max-h-72 overflow-y-auto p-1"
      >
        {shown.map((option, index) => (
          <Choice
            key={option.value}
            id={`${id}-${index}`}
            option={option}
            isChosen={option.value === chosen}
            isCurrent={index === at}
            onPoint={() => setAt(index)}
            onTake={() => take(option)}
          />
        ))}
      </div>
      <p
        role="status"
        className={
          more > 0 || shown.length === 0
            ? 'border-line border-t px-3 py-1.5 text-ink-soft text-xs'
            : 'sr-only'
        }
      >
        {shown.length === 0
          ? t('No results.')
          : more > 0
            ? t('{count} more. Type to narrow the list.', { count: more })
            : ''}
      </p>
    </>
  );
}

interface ChoiceProps {
  id: string;
  option: Option;
  isChosen: boolean;
  isCurrent: boolean;
  onPoint: () => void;
  onTake: () => void;
}

function Choice({ id, option, isChosen, isCurrent, onPoint, onTake }: ChoiceProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search handles the keys.
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      aria-disabled={option.isDisabled === true || undefined}
      data-current={isCurrent || undefined}
      onClick={onTake}
      onPointerMove={onPoint}
      className="relative cursor-default rounded-md py-1.5 pr-8 pl-2.5 aria-disabled:opacity-50 data-current:bg-accent-soft"
    >
      <span dir="auto" className="block truncate">
        {option.label}
      </span>
      {option.hint !== undefined && <span className="block text-ink-soft text-xs">{option.hint}</span>}
      {isChosen && <Check className="absolute top-2 right-2.5 size-4 text-accent" aria-hidden />}
    </div>
  );
}
