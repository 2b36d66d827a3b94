import { Link } from '@tanstack/react-router';
import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { Button, IconButton } from '../../../components/button.tsx';
import { Callout } from '../../../components/feedback/callout.tsx';
import { Field } from '../../../components/form/field.tsx';
import { numberOptions } from '../../../components/form/options.ts';
import { Select } from '../../../components/form/select.tsx';
import type { PhoneNumber } from '../../../data/numbers.ts';
import { rich, t } from '../../../lib/i18n/t.ts';
import { PATHS } from '../paths.ts';
import { moved } from './moved.ts';

interface NumberOrderProps {
  /** Null if all chosen numbers were released. */
  chosenIds: readonly number[] | null;
  numbers: readonly PhoneNumber[];
  onChange: (ids: number[]) => void;
  error: string | undefined;
}

/** Caller IDs of the campaign, used in rotation in this order. */
export function NumberOrder({ chosenIds, numbers, onChange, error }: NumberOrderProps) {
  const ids = chosenIds ?? [];
  const left = numbers.filter(({ id }) => !ids.includes(id));
  if (numbers.length === 0 && ids.length === 0) return <NoNumbers />;
  const chosen = ids.map((id) => numbers.find((number) => number.id === id));
  return (
    <div className="grid gap-3">
      <Field label={t('Numbers to call from')} hint={hintOf(chosen, chosenIds === null)} error={error}>
        {(control) => (
          <div data-adds className="flex flex-wrap gap-2">
            <Select
              {...control}
              className="min-w-48 flex-1"
              value={null}
              placeholder={left.length === 0 ? t('No more numbers') : t('Add number…')}
              isDisabled={left.length === 0}
              options={numberOptions(left)}
              onChange={(id) => id !== null && onChange([...ids, Number(id)])}
            />
            {chosenIds === null && (
              <Button
                onClick={() => {
                  onChange([]);
                  // The button disappears, so move the focus to the select.
                  document.getElementById(control.id)?.focus();
                }}
              >
                {t('Use any number')}
              </Button>
            )}
          </div>
        )}
      </Field>
      {ids.length > 0 && (
        <ol aria-label={t('Selected numbers, in order')} className="grid gap-1.5">
          {ids.map((id, index) => (
            <ChosenNumber
              key={id}
              label={chosen[index]?.phone_number ?? t('Number {id} (released)', { id })}
              position={index}
              count={ids.length}
              onMove={(by) => onChange(moved(ids, index, by))}
              onRemove={() => onChange(ids.filter((other) => other !== id))}
            />
          ))}
        </ol>
      )}
    </div>
  );
}

/** @param chosen contains undefined for released numbers */
function hintOf(chosen: readonly (PhoneNumber | undefined)[], areChosenGone: boolean): string {
  if (chosen.includes(undefined)) return t('Released numbers can’t place calls. Remove them here.');
  if (chosen.length > 0) return t('Calls rotate through these numbers in order.');
  if (areChosenGone)
    return t('All selected numbers were released. Choose others, or use any number, to resume calls.');
  return t('Leave empty to use the assistant’s number or any other number of your account.');
}

interface ChosenNumberProps {
  label: string;
  position: number;
  count: number;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

function ChosenNumber({ label, position, count, onMove, onRemove }: ChosenNumberProps) {
  return (
    <li className="flex items-center gap-2 rounded-lg border border-line bg-surface py-1 pr-1 pl-3">
      <span className="min-w-0 flex-1 truncate tabular-nums">
        <span className="mr-2 text-ink-soft">{position + 1}.</span>
        {label}
      </span>
      <IconButton label={t('Move {label} up', { label })} isIdle={position === 0} onClick={() => onMove(-1)}>
        <ArrowUp />
      </IconButton>
      <IconButton
        label={t('Move {label} down', { label })}
        isIdle={position === count - 1}
        onClick={() => onMove(1)}
      >
        <ArrowDown />
      </IconButton>
      <IconButton label={t('Remove {label}', { label })} onClick={onRemove}>
        <X />
      </IconButton>
    </li>
  );
}

function NoNumbers() {
  return (
    <Callout kind="warn">
      {rich(
        'You have no phone number yet, and a campaign needs one to call from. <link>Get a number</link> before you start the campaign. Sandbox numbers are free.',
        {
          link: (content) => (
            <Link to={PATHS.numbers} className="underline">
              {content}
            </Link>
          ),
        },
      )}
    </Callout>
  );
}
