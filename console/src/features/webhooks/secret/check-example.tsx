import { CopyButton } from '../../../components/copy-button.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { t } from '../../../lib/i18n/t.ts';

/** Same code as in `docs/guides/webhooks.md`. */
const EXAMPLE = `import { createHmac, timingSafeEqual } from 'node:crypto';

export function readWebhook(secret, headers, body) {
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  const isRecent = Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300;
  if (!isRecent) throw new Error('The webhook timestamp is not recent.');
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const expected = createHmac('sha256', key).update(\`\${id}.\${timestamp}.\${body}\`).digest();
  const isGenuine = headers['webhook-signature'].split(' ').some((signature) => {
    const given = Buffer.from(signature.replace('v1,', ''), 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!isGenuine) throw new Error('The webhook is not signed with this secret.');
  return JSON.parse(body);
}`;

export function CheckExample() {
  return (
    <Card
      title={t('Verify a signature')}
      text={t('Use the raw body, before any parsing.')}
      actions={<CopyButton text={EXAMPLE} label={t('Copy code')} size="small" />}
    >
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scroll areas must be reachable by keyboard.
        tabIndex={0}
        aria-label={t('Code to verify a signature')}
        className="overflow-x-auto rounded-lg bg-sunken p-3"
      >
        <pre className="font-mono text-xs leading-relaxed">{EXAMPLE}</pre>
      </section>
    </Card>
  );
}
