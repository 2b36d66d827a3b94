import { Link } from '@tanstack/react-router';
import { Badge } from '../../../components/badge.tsx';
import { Button, buttonClasses } from '../../../components/button.tsx';
import { t } from '../../../lib/i18n/t.ts';
import { OPENS_DIALOG } from '../../../routing/use-dialog-address.ts';
import { TYPES } from '../assistant-words.ts';
import { newSearch } from '../search-params.ts';
import type { AssistantTemplate } from '../templates/assistant-template.ts';
import { templateIcon } from '../templates/template-icons.ts';

interface TemplateCardProps {
  template: AssistantTemplate;
  isDisabled: boolean;
  onUse: () => void;
}

export function TemplateCard({ template, isDisabled, onUse }: TemplateCardProps) {
  const { id, title, text, assistant } = template;
  const Icon = templateIcon(id);
  return (
    <li className="flex flex-col rounded-xl border border-line bg-surface p-5">
      <div className="mb-3 flex items-start justify-between gap-3">
        <span className="grid size-10 place-items-center rounded-lg bg-accent-soft text-accent-strong">
          <Icon className="size-5" aria-hidden />
        </span>
        <Badge>{TYPES[assistant.type].label}</Badge>
      </div>
      <h2 className="font-semibold">{title}</h2>
      <p className="mt-1 mb-4 flex-1 text-ink-soft text-sm">{text}</p>
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          isIdle={isDisabled}
          onClick={onUse}
          aria-label={t('Use template: {title}', { title })}
        >
          {t('Use template')}
        </Button>
        <Link
          to="/assistants/new"
          search={(before) => ({ ...newSearch(before), open: `template.${id}` })}
          {...OPENS_DIALOG}
          className={buttonClasses({ variant: 'quiet', size: 'small' })}
          aria-label={t('Preview: {title}', { title })}
        >
          {t('Preview', undefined, 'verb')}
        </Link>
      </div>
    </li>
  );
}
