import { ChevronRight, Wrench } from 'lucide-react';
import { t } from '../../../lib/i18n/t.ts';
import { Badge } from '../../badge.tsx';
import { JsonBlock } from '../../json-block.tsx';
import type { ShownTool } from './chat-state.ts';

/** A tool call; expands to its arguments and result. */
export function ToolCard({ tool }: { tool: ShownTool }) {
  return (
    <details className="group/tool w-full max-w-[88%] rounded-lg border border-line bg-surface text-sm">
      <summary className="flex cursor-pointer list-none items-center gap-2 rounded-lg px-3 py-1.5 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          className="size-4 shrink-0 text-ink-soft transition-transform group-open/tool:rotate-90"
          aria-hidden
        />
        <Wrench className="size-4 shrink-0 text-ink-soft" aria-hidden />
        <span className="min-w-0 flex-1 truncate font-mono text-xs">{tool.name}</span>
        <ToolState tool={tool} />
      </summary>
      <div className="grid gap-2 border-line border-t px-3 py-2">
        <JsonBlock label={t('Arguments')} value={tool.arguments} />
        {tool.result !== null && <JsonBlock label={t('Result')} value={tool.result} />}
      </div>
    </details>
  );
}

function ToolState({ tool: { result } }: { tool: ShownTool }) {
  if (result === null) return <Badge tone="info">{t('Running…')}</Badge>;
  return 'error' in result ? <Badge tone="bad">{t('Failed')}</Badge> : <Badge tone="good">{t('Done')}</Badge>;
}
