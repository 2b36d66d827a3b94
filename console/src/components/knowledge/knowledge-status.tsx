import type { Knowledgebase, KnowledgeDocument } from '../../data/knowledge.ts';
import { t } from '../../lib/i18n/t.ts';
import { Badge, type Tone } from '../badge.tsx';
import { failedWords } from './failed-words.ts';

type Status = Knowledgebase['status'] | KnowledgeDocument['status'];

const TONES: Record<Status, Tone> = {
  empty: 'neutral',
  processing: 'info',
  active: 'good',
  failed: 'bad',
};

const LABELS: Readonly<Record<Status, string>> = {
  empty: t('Empty'),
  processing: t('Processing'),
  active: t('Active'),
  failed: t('Failed'),
};

export function KnowledgeStatus({ status }: { status: Status }) {
  return <Badge tone={TONES[status]}>{LABELS[status]}</Badge>;
}

interface KnowledgebaseStatusProps {
  knowledgebase: Knowledgebase;
  /** Number of failed documents; undefined if unknown. */
  failed: number | undefined;
}

/** Status of a knowledge base, plus a badge for failed documents: the others stay usable. */
export function KnowledgebaseStatus({ knowledgebase, failed }: KnowledgebaseStatusProps) {
  const { status, documents_count } = knowledgebase;
  if (failed === undefined || failed === 0) return <KnowledgeStatus status={status} />;
  return (
    <span className="inline-flex flex-wrap gap-1">
      {status !== 'failed' && <KnowledgeStatus status={status} />}
      <Badge tone={failed < documents_count ? 'warn' : 'bad'}>{failedWords(failed, documents_count)}</Badge>
    </span>
  );
}
