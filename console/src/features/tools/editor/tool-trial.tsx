import { useMutation } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { namesIn } from '#contract/render-variables.ts';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { ErrorState } from '../../../components/feedback/states.tsx';
import { Field } from '../../../components/form/field.tsx';
import { Input } from '../../../components/form/input.tsx';
import { Select } from '../../../components/form/select.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { type Tool, type ToolTest, testTool } from '../../../data/tools.ts';
import { formatMilliseconds } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n/t.ts';
import { valueFor } from './tool-values.ts';

const ANSWERS = [
  { value: 'true', label: t('Yes') },
  { value: 'false', label: t('No') },
];

/** Sends a real request with the saved tool and shows the result that an assistant would get. */
export function ToolTrial({ tool }: { tool: Tool }) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [variables, setVariables] = useState<Readonly<Record<string, string>>>({});
  const names = namesIn(tool.endpoint, ...tool.headers.map(({ value }) => value));
  const run = useMutation({
    mutationFn: () => {
      const values = tool.schema.map(({ name, type }) => [name, valueFor(type, typed[name] ?? '')] as const);
      return testTool(tool.id, {
        arguments: Object.fromEntries(values.filter(([, value]) => value !== undefined)),
        variables: Object.fromEntries(names.map((name) => [name, variables[name] ?? ''])),
      });
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    run.mutate();
  };
  const type = (name: string, text: string): void => setTyped((before) => ({ ...before, [name]: text }));
  return (
    <div className="xl:sticky xl:top-6 xl:self-start">
      <Card
        title={t('Test')}
        text={t('Sends a real request with the saved settings. Empty fields get sample values.')}
      >
        <form onSubmit={submit} aria-label={t('Test the tool')} className="grid gap-3">
          {tool.schema.map(({ name, type: kind, description }) => (
            <Field key={name} label={<code>{name}</code>} hint={description}>
              {(control) =>
                kind === 'boolean' ? (
                  <Select
                    {...control}
                    value={typed[name] || null}
                    options={ANSWERS}
                    emptyLabel={t('Sample value')}
                    onChange={(chosen) => type(name, chosen ?? '')}
                  />
                ) : (
                  <Input
                    {...control}
                    value={typed[name] ?? ''}
                    onChange={(event) => type(name, event.target.value)}
                  />
                )
              }
            </Field>
          ))}
          {names.map((name) => (
            <Field key={`variable ${name}`} label={<code>{`{{${name}}}`}</code>} hint={t('Variable')}>
              {(control) => (
                <Input
                  {...control}
                  value={variables[name] ?? ''}
                  onChange={({ target: { value } }) =>
                    setVariables((before) => ({ ...before, [name]: value }))
                  }
                />
              )}
            </Field>
          ))}
          <div>
            <Button type="submit" icon={<Play />} isBusy={run.isPending}>
              {t('Run test')}
            </Button>
          </div>
        </form>
        <div aria-live="polite" className="mt-4">
          {run.error ? <ErrorState error={run.error} /> : null}
          {run.data !== undefined && <TrialOutcome test={run.data} />}
        </div>
      </Card>
    </div>
  );
}

function TrialOutcome({ test: { succeeded, request, result, duration_ms } }: { test: ToolTest }) {
  return (
    <div className="grid gap-3 text-sm">
      <p className="flex items-center gap-2">
        <Badge tone={succeeded ? 'good' : 'bad'}>{succeeded ? t('Succeeded') : t('Failed')}</Badge>
        {t('after {time}', { time: formatMilliseconds(duration_ms) })}
      </p>
      <Shown title={t('Request')}>
        {`${request.method} ${request.url}${request.body === null ? '' : `\n\n${pretty(request.body)}`}`}
      </Shown>
      <Shown title={t('Result for the assistant')}>{pretty(result)}</Shown>
    </div>
  );
}

function Shown({ title, children }: { title: string; children: string }) {
  return (
    <div>
      <h3 className="mb-1 font-medium">{title}</h3>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scroll areas must be reachable by keyboard.
        tabIndex={0}
        className="max-h-72 overflow-auto whitespace-pre-wrap wrap-anywhere rounded-lg bg-sunken p-3 font-mono text-xs"
      >
        {children}
      </pre>
    </div>
  );
}

function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
