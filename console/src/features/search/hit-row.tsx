import { Link } from '@tanstack/react-router';
import { Inbox, MessageSquare, PhoneCall, User } from 'lucide-react';
import { Excerpt } from '../../components/content/excerpt.tsx';
import { hitAddress } from '../../components/content/hit-address.ts';
import { RelativeTime } from '../../components/relative-time.tsx';
import type { ContentHit } from '../../data/content-search.ts';
import { authorOf, CHANNEL_WORDS, KIND_WORDS } from './search-words.ts';

const ICONS = { call: PhoneCall, conversation: Inbox, lead: User, sms: MessageSquare } as const;

/** A hit with its sentence; opens it where the words were said. */
export function HitRow({ hit }: { hit: ContentHit }) {
  const Icon = ICONS[hit.kind];
  const owner = hit.campaign_name ?? hit.assistant_name;
  return (
    <li className="relative rounded-xl border border-line bg-surface px-4 py-3 hover:bg-sunken">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 text-sm">
        <Icon
          role="img"
          aria-label={KIND_WORDS[hit.kind]}
          className="size-4 shrink-0 self-center text-ink-soft"
        />
        <Link
          to={hitAddress(hit)}
          dir="auto"
          className="wrap-anywhere font-medium after:absolute after:inset-0 hover:underline"
        >
          {hit.name}
        </Link>
        <span className="text-ink-soft">
          {hit.channel === null ? KIND_WORDS[hit.kind] : CHANNEL_WORDS[hit.channel]}
          {owner !== null && ` · ${owner}`}
        </span>
        <span className="ml-auto text-ink-soft text-xs">
          <RelativeTime iso={hit.line?.at ?? hit.at} />
        </span>
      </p>
      {hit.excerpt.length > 0 && (
        <p dir="auto" className="wrap-anywhere mt-1">
          {hit.line !== null && <span className="text-ink-soft">{authorOf(hit.line)}: </span>}
          <Excerpt parts={hit.excerpt} />
        </p>
      )}
    </li>
  );
}
