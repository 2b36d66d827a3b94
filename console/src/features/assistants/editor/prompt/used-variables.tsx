import { Link, useParams } from '@tanstack/react-router';
import { rich, t } from '../../../../lib/i18n/t.ts';
import { editorSearch } from '../../search-params.ts';
import { useUsedVariables } from './use-used-variables.ts';

/** The variables in the texts, and which of them have no value. */
export function UsedVariables() {
  const { assistantId } = useParams({ from: '/console/assistants/$assistantId' });
  const { used, open } = useUsedVariables();
  if (used.length === 0) {
    return (
      <p className="text-ink-soft text-sm">{t('Write {{name}} or {{name|default}} to insert a variable.')}</p>
    );
  }
  const isSet = (name: string): boolean => !open.includes(name);
  return (
    <div className="grid gap-2 text-sm">
      <ul aria-label={t('Variables in use')} className="flex flex-wrap gap-1.5">
        {used.map((name) => (
          <li
            key={name}
            className={`rounded-md px-2 py-0.5 font-mono text-xs ring-1 ring-inset ${
              isSet(name)
                ? 'bg-accent-soft text-accent-strong ring-accent/25'
                : 'bg-warn-soft text-warn ring-warn/25'
            }`}
          >
            {name}
            {!isSet(name) && <span className="font-sans"> · {t('no value')}</span>}
          </li>
        ))}
      </ul>
      {open.length > 0 && (
        <p className="text-ink-soft">
          {rich('No value yet: {names}. Set defaults under <link>Variables</link>.', {
            names: open.join(', '),
            link: (content) => (
              <Link
                to="/assistants/$assistantId"
                params={{ assistantId }}
                search={(before) => editorSearch({ ...before, tab: 'variables' })}
                className="text-accent-strong underline"
              >
                {content}
              </Link>
            ),
          })}
        </p>
      )}
    </div>
  );
}
