import { Inbox, MessageSquare, PhoneCall, Search } from 'lucide-react';
import { Excerpt } from '../../components/content/excerpt.tsx';
import { hitAddress } from '../../components/content/hit-address.ts';
import { RelativeTime } from '../../components/relative-time.tsx';
import type { ContentHit } from '../../data/content-search.ts';
import { t } from '../../lib/i18n/t.ts';
import { Group, Item } from './palette-item.tsx';

const MOST = 5;

const ICONS = { call: PhoneCall, conversation: Inbox, lead: Inbox, sms: MessageSquare } as const;

/** Hits with a sentence; names and numbers are in the other groups. */
export function saidHits(hits: readonly ContentHit[]): ContentHit[] {
  return hits.filter(({ line }) => line !== null).slice(0, MOST);
}

interface SaidHitsProps {
  hits: readonly ContentHit[];
  /** The typed words. */
  words: string;
  onGo: (href: string) => void;
}

/** Sentences of calls and conversations with the searched words marked. */
export function SaidHits({ hits, words, onGo }: SaidHitsProps) {
  if (hits.length === 0) return null;
  return (
    <Group heading={t('Transcripts and messages')}>
      {hits.map((hit) => (
        <Item
          key={hitAddress(hit)}
          value={hitAddress(hit)}
          icon={ICONS[hit.kind]}
          detail={
            <>
              {hit.name}, <RelativeTime iso={hit.line?.at ?? hit.at} />
            </>
          }
          onSelect={() => onGo(hitAddress(hit))}
        >
          <Excerpt parts={hit.excerpt} />
        </Item>
      ))}
      <Item
        value="all transcripts and messages"
        icon={Search}
        onSelect={() => onGo(`/search?q=${encodeURIComponent(JSON.stringify(words))}`)}
      >
        {t('All results for “{words}”', { words })}
      </Item>
    </Group>
  );
}
