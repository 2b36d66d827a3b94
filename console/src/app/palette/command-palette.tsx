import * as Radix from '@radix-ui/react-dialog';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { useRef, useState } from 'react';
import { LOOKED_THROUGH } from '#contract/search-limits.ts';
import { contentHitsQuery } from '../../data/content-search.ts';
import { useRights } from '../../data/rights.ts';
import { type FoundThing, searchQuery } from '../../data/search.ts';
import { sessionQuery } from '../../data/session.ts';
import { describeError } from '../../lib/api/api-error.ts';
import { useFocusReturn } from '../../lib/focus/use-focus-return.ts';
import { formatCount } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/t.ts';
import { useSettled } from '../../lib/time/use-settled.ts';
import { PLACES } from './destinations.ts';
import { FoundThings } from './found-things.tsx';
import { matchWords } from './match-words.ts';
import { actions } from './palette-actions.ts';
import { Group, Item } from './palette-item.tsx';
import { SaidHits, saidHits } from './said-hits.tsx';

/** Debounce: queries run while typing, usually before a word is complete. */
const PAUSE_MS = 150;
/** The server's limit. */
const MOST_CHARACTERS = 100;

interface CommandPaletteProps {
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
  onLogOut: () => void;
}

/** Opens pages, starts actions, and finds the account's data by name, number or id. */
export function CommandPalette({ isOpen, setOpen, onLogOut }: CommandPaletteProps) {
  const { keep, giveBack, leave } = useFocusReturn();
  const hasGone = useRef(false);
  return (
    <Radix.Root open={isOpen} onOpenChange={setOpen}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-black/45" />
        <Radix.Content
          aria-label={LABEL}
          aria-describedby={undefined}
          onOpenAutoFocus={() => {
            keep();
            hasGone.current = false;
          }}
          onCloseAutoFocus={(event) => {
            if (hasGone.current) leave(event);
            else giveBack(event);
          }}
          className="fixed top-[14vh] left-1/2 z-50 w-[min(36rem,calc(100vw-2rem))] -translate-x-1/2 overflow-hidden rounded-xl border border-line bg-raised shadow-raised"
        >
          <Command label={LABEL} shouldFilter={false}>
            <Palette
              onDone={() => setOpen(false)}
              onGo={() => {
                hasGone.current = true;
              }}
              onLogOut={onLogOut}
            />
          </Command>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

const LABEL = t('Search and commands');

interface PaletteProps {
  onDone: () => void;
  /** Called before another page opens. */
  onGo: () => void;
  onLogOut: () => void;
}

function Palette({ onDone, onGo, onLogOut }: PaletteProps) {
  const router = useRouter();
  const session = useQuery(sessionQuery);
  const [typed, setTyped] = useState('');
  const wanted = typed.trim();
  const asked = useSettled(wanted, PAUSE_MS);
  const found = useQuery(searchQuery(asked));
  const said = useQuery(contentHitsQuery(asked));
  const features = session.data?.features;
  const rights = useRights();
  const places = fitting(PLACES, typed).filter(
    ({ isSandbox = false, area }) =>
      (!isSandbox || features?.sandbox) && (area === undefined || rights.mayRead(area)),
  );
  const offered = fitting(actions(onLogOut), typed).filter(
    ({ isOffered, area }) =>
      (isOffered === undefined || (features !== undefined && isOffered(features))) &&
      (area === undefined || rights.mayChange(area)),
  );
  const go = (way: string | (() => unknown)): void => {
    onDone();
    if (typeof way !== 'string') return void way();
    onGo();
    router.history.push(way);
  };
  const isSearching = wanted !== '' && (asked !== wanted || found.isFetching || said.isFetching);
  const answered = wanted === '' ? [] : (found.data ?? []);
  // Until new results arrive, keep those of the previous query that match the new one.
  const things = isSearching ? answered.filter((thing) => hasText(thing, wanted)) : answered;
  const hits = isSearching || wanted === '' ? [] : saidHits(said.data ?? []);
  const count = places.length + offered.length + things.length + hits.length;
  return (
    <>
      <Command.Input
        value={typed}
        onValueChange={setTyped}
        maxLength={MOST_CHARACTERS}
        placeholder={t('Search pages, actions and data…')}
        className="h-12 w-full border-line border-b bg-raised px-4 -outline-offset-2"
      />
      <Command.List label={t('Results')} className="max-h-[50vh] overflow-y-auto p-2 empty:hidden">
        {places.length > 0 && (
          <Group heading={t('Go to')}>
            {places.map(({ label, href, icon }) => (
              <Item key={href} value={href} icon={icon} onSelect={() => go(href)}>
                {label}
              </Item>
            ))}
          </Group>
        )}
        {offered.length > 0 && (
          <Group heading={t('Actions')}>
            {offered.map(({ label, icon, way }) => (
              <Item key={label} value={label} icon={icon} onSelect={() => go(way)}>
                {label}
              </Item>
            ))}
          </Group>
        )}
        <FoundThings things={things} words={wanted} onGo={go} />
        <SaidHits hits={hits} words={wanted} onGo={go} />
      </Command.List>
      <PaletteState
        {...{ wanted, isSearching, count, error: isSearching ? null : (found.error ?? said.error) }}
      />
    </>
  );
}

/** Entries that match the typed words; matches by name come before matches by keyword. */
function fitting<Entry extends { label: string; words: string }>(
  entries: readonly Entry[],
  typed: string,
): Entry[] {
  const found = entries.filter(({ label, words }) => matchWords(`${label} ${words}`, typed));
  const byName = Map.groupBy(found, ({ label }) => matchWords(label, typed));
  return [...(byName.get(true) ?? []), ...(byName.get(false) ?? [])];
}

function hasText({ name, detail }: FoundThing, words: string): boolean {
  return `${name} ${detail}`.toLowerCase().includes(words.toLowerCase());
}

const LIMITS = t('Searches the latest {leads} leads, and the latest {others} calls, conversations and SMS.', {
  leads: formatCount(LOOKED_THROUGH.leads),
  others: formatCount(LOOKED_THROUGH.others),
});

interface PaletteStateProps {
  wanted: string;
  isSearching: boolean;
  count: number;
  error: Error | null;
}

/** The state of the search: loading, failed, or no results. Announced to screen readers too. */
function PaletteState({ wanted, isSearching, count, error }: PaletteStateProps) {
  const look = 'border-line border-t px-4 py-2.5 text-sm';
  if (wanted !== '' && error !== null) {
    return (
      <p role="alert" className={`${look} text-bad`}>
        {describeError(error)}
      </p>
    );
  }
  const isShown = isSearching || count === 0;
  return (
    <p role="status" className={isShown ? `${look} text-ink-soft` : 'sr-only'}>
      {isSearching
        ? t('Searching…')
        : count === 0
          ? t('No results for “{words}”', { words: wanted })
          : t('{count, plural, one {# result} other {# results}}', { count })}
      {!isSearching && count === 0 && wanted !== '' && <span className="mt-0.5 block text-xs">{LIMITS}</span>}
    </p>
  );
}
