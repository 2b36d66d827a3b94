import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/overlay/dialog.tsx';
import { t } from '../../../lib/i18n/t.ts';
import { PromptText } from '../editor/prompt/prompt-text.tsx';
import type { AssistantTemplate } from '../templates/assistant-template.ts';

interface TemplateDialogProps {
  template: AssistantTemplate;
  onUse: () => void;
  onClose: () => void;
}

/** Everything in a template, before an assistant is created from it. */
export function TemplateDialog({ template, onUse, onClose }: TemplateDialogProps) {
  const { assistant, company, offer, examples } = template;
  const asked: Readonly<Record<string, string>> = {
    [company]: t('your company'),
    [offer]: t('what it sells'),
  };
  const variables = Object.keys(assistant.variables ?? {});
  return (
    <Dialog
      isOpen
      shape="side"
      title={template.title}
      text={template.text}
      onClose={onClose}
      actions={
        <Button variant="primary" onClick={onUse}>
          {t('Use template')}
        </Button>
      }
    >
      <div className="grid gap-6">
        <Part title={t('First message')}>
          <p className="rounded-lg bg-sunken px-4 py-3">
            <PromptText text={assistant.initial_message} />
          </p>
        </Part>
        <Part title={t('System prompt')}>
          <p className="whitespace-pre-wrap rounded-lg bg-sunken px-4 py-3 text-sm leading-relaxed">
            <PromptText text={assistant.system_prompt} />
          </p>
        </Part>
        {variables.length > 0 && (
          <Part title={t('Variables to fill in')}>
            <Pairs
              pairs={variables.map((name) => [
                name,
                asked[name] ??
                  (name in examples
                    ? t('for example: {example}', { example: examples[name] ?? '' })
                    : t('set by each lead')),
              ])}
            />
          </Part>
        )}
        {assistant.post_call_schema && (
          <Part title={t('Data to extract')}>
            <Pairs pairs={assistant.post_call_schema.map(({ name, description }) => [name, description])} />
          </Part>
        )}
        <Part title={t('Next steps')}>
          <ul className="list-disc space-y-1 pl-5 text-sm">
            {template.next.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ul>
        </Part>
      </div>
    </Dialog>
  );
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 font-medium text-sm">{title}</h3>
      {children}
    </section>
  );
}

function Pairs({ pairs }: { pairs: readonly (readonly [string, string])[] }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm">
      {pairs.map(([name, value]) => (
        <div key={name} className="col-span-2 grid grid-cols-subgrid">
          <dt className="font-mono text-accent-strong text-xs leading-5">{name}</dt>
          <dd className="text-ink-soft">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
