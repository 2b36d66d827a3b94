import { Copy, ExternalLink, FileText, Image, MapPin, Phone, Reply, Video } from 'lucide-react';
import type { TemplatePreview, TemplateView } from '#contract/messaging.ts';
import { t } from '../../lib/i18n/t.ts';
import { filledPart, previewOf } from './template-text.ts';

interface TemplateMessageViewProps {
  template: TemplateView;
  /** By placeholder number; placeholders without a value are shown by name. */
  values: Readonly<Record<string, string>>;
}

/** The message as the customer sees it: header, text, buttons and cards. */
export function TemplateMessageView({ template, values }: TemplateMessageViewProps) {
  const { header, offer, footer, buttons, cards } = template.preview;
  const fill = (text: string): string => filledPart(template, values, text);
  return (
    <div className="grid gap-2">
      <Header header={header} fill={fill} />
      {offer !== null && <p className="font-medium text-sm">{offer}</p>}
      <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
        {previewOf(template, values)}
      </p>
      {footer !== null && <p className="text-ink-soft text-xs">{footer}</p>}
      <Buttons buttons={buttons} fill={fill} />
      {cards.length > 0 && (
        <ol aria-label={t('Cards')} className="grid gap-2 sm:grid-cols-2">
          {cards.map((card, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: cards have no other identity and keep their order.
            <li key={index} className="grid gap-2 rounded-lg p-2 ring-1 ring-line ring-inset">
              <Header header={card.header} fill={fill} />
              <p dir="auto" className="wrap-anywhere whitespace-pre-wrap text-sm">
                {fill(card.body_text)}
              </p>
              <Buttons buttons={card.buttons} fill={fill} />
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

interface PartProps {
  fill: (text: string) => string;
}

const MEDIA: Readonly<Record<string, { icon: typeof Image; label: string }>> = {
  image: { icon: Image, label: t('Image') },
  video: { icon: Video, label: t('Video') },
  document: { icon: FileText, label: t('Document') },
  location: { icon: MapPin, label: t('Location') },
};

function Header({ header, fill }: PartProps & { header: TemplatePreview['header'] }) {
  if (header === null) return null;
  const { format, text } = header;
  if (format === 'text') return <p className="wrap-anywhere font-semibold">{fill(text ?? '')}</p>;
  const { icon: Icon, label } = MEDIA[format] ?? { icon: FileText, label: format };
  return (
    <p className="flex items-center gap-2 wrap-anywhere rounded-md bg-sunken px-2 py-1 text-ink-soft text-sm">
      <Icon className="size-4 shrink-0" aria-hidden />
      {text === null ? label : `${label}: ${fill(text)}`}
    </p>
  );
}

const BUTTON_ICONS: Readonly<Record<TemplatePreview['buttons'][number]['kind'], typeof Image>> = {
  quick_reply: Reply,
  url: ExternalLink,
  phone: Phone,
  code: Copy,
  coupon: Copy,
  flow: ExternalLink,
  catalog: ExternalLink,
  other: ExternalLink,
};

function Buttons({ buttons, fill }: PartProps & { buttons: TemplatePreview['buttons'] }) {
  if (buttons.length === 0) return null;
  return (
    <ul aria-label={t('Buttons')} className="grid gap-1 text-sm">
      {buttons.map(({ kind, text, target }, index) => {
        const Icon = BUTTON_ICONS[kind];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: buttons have no other identity and keep their order.
          <li key={index} className="flex items-center gap-2">
            <Icon className="size-3.5 shrink-0 text-accent-strong" aria-hidden />
            <span className="min-w-0 wrap-anywhere">
              {text}
              {target !== null && <span className="text-ink-soft"> · {fill(target)}</span>}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
