import { element, ICONS, icon } from '../element.ts';
import type { SentFile } from '../state/chat-state.ts';
import { drawFrom } from './draw-picture.ts';

/** Pixels, twice the shown size. */
const THUMBNAIL = { width: 360, height: 240 };

/** A file of a message: a small picture, or its name and size. Opens the file in a new tab. */
export function sentFile(file: SentFile, language: string): HTMLElement {
  const { name, size, type, url } = file;
  const link = element('a', { class: 'file', href: url, target: '_blank', rel: 'noopener noreferrer' });
  const label = element('span', { class: 'file-label' }, element('bdi', {}, name));
  label.append(element('span', { class: 'file-size' }, sizeText(language, size)));
  link.append(icon(...ICONS.file), label);
  if (isPicture(type)) {
    whenSeen(link, () => {
      void drawFrom(url, THUMBNAIL).then(
        (canvas) => {
          link.classList.add('thumbnail');
          link.setAttribute('aria-label', name);
          link.replaceChildren(canvas);
        },
        () => undefined,
      );
    });
  }
  return link;
}

export function isPicture(type: string): boolean {
  return /^image\/(?:png|jpeg|webp|gif)$/.test(type);
}

/** Such as “1.4 MB”. */
export function sizeText(language: string, bytes: number): string {
  const isSmall = bytes < 1_048_576;
  const format = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: isSmall ? 'kilobyte' : 'megabyte',
    maximumFractionDigits: isSmall ? 0 : 1,
  });
  return format.format(isSmall ? Math.max(1, bytes / 1024) : bytes / 1_048_576);
}

/** Loads a picture only when the visitor scrolls to it: long conversations may have many. */
function whenSeen(node: Element, show: () => void): void {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    show();
  });
  observer.observe(node);
}
